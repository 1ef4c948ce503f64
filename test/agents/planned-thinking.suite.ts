import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { arrivals } from './arrivals.ts'
import type { JobRunOutcome } from './client-job.ts'
import { ensureInstalled } from './installation.ts'
import { startClientJob } from './start-client-job.ts'
import { type Expected, type Level, type ThinkingCase, thinkingCases } from './thinking-cases.ts'
import { twoAtATime } from './two-at-a-time.ts'

/** Effort is given to the client, which chooses the road and runs the agent to its end. */
const prompt = 'Say that all is well, in three words'
const { adapters } = createClient()

/** Only their command lines take what these models want. Everything else goes over ACP. */
const headless = ['claude-sonnet-4-5', 'gemini-2.5-pro', 'gemini-3.1-pro-preview']

type Runs = readonly JobRunOutcome[] | { notRun: string }
const outcomes = new Map<ThinkingCase, Runs>()

beforeAll(async () => {
  await twoAtATime(thinkingCases, async (tried) => {
    outcomes.set(tried, await runLevels(tried))
  })
}, 1_200_000)

afterAll(() => {
  const roads = [...outcomes.values()].flatMap((runs) =>
    'notRun' in runs ? ['not run'] : runs.map(({ road = 'refused' }) => road),
  )
  const counts = Map.groupBy(roads, (road) => road)
  console.log([...counts].map(([road, all]) => `${road}: ${all.length}`).join(', '))
})

async function runLevels({ agent, model, setup, levels }: ThinkingCase): Promise<Runs> {
  const installation = await ensureInstalled(adapters.get(agent).definition)
  if ('notRun' in installation) return installation
  const runs = Object.keys(levels).map((thinkingEffort) => ({ prompt, model, thinkingEffort }))
  const { runs: done } = await startClientJob({
    agent,
    surroundings: { provider: setup },
    runs,
    timeout: 300_000,
  })
  return done
}

describe.each(thinkingCases)('$agent with $model', { retry: 0 }, (tried) => {
  it.for(Object.entries(tried.levels) as [Level, Expected][])('%s', ([level, expected]) => {
    const runs = outcomes.get(tried) ?? { notRun: 'it was not tried' }
    if ('notRun' in runs) throw new Error(`not run: ${runs.notRun}`)
    const outcome = runs[Object.keys(tried.levels).indexOf(level)]
    expect(accountOf(outcome, tried)).toEqual(wantedOf(expected, tried))
  })
})

function accountOf(outcome: JobRunOutcome | undefined, { place }: ThinkingCase): unknown {
  const { road, native, error, requests = [] } = outcome ?? {}
  if (error?.isRefusal) return { refused: true, requests: requests.length }
  return { road, native, error, arrived: arrivals(requests, { prompt, place }) }
}

function wantedOf(expected: Expected, { model }: ThinkingCase): unknown {
  if (expected === 'refused') return { refused: true, requests: 0 }
  return {
    road: headless.includes(model) ? 'headless' : 'acp',
    native: expected.native,
    error: undefined,
    arrived: [{ model: model.slice(model.indexOf('/') + 1), thinking: expected.arrives }],
  }
}
