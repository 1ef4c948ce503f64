import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { arrivals } from './arrivals.ts'
import { isAsked } from './asked-agents.ts'
import { besideProgram } from '../../src/verify/setup/beside-program.ts'
import type { ClientJobOutcome, JobRunOutcome } from './client-job.ts'
import { ensureInstalled, type NotRun, runOrSkip } from './installation.ts'
import { startClientJob } from './start-client-job.ts'
import { type Expected, type Level, type ThinkingCase, thinkingCases } from './thinking-cases.ts'
import { reportThinking, type ThinkingResult } from './thinking-results.ts'
import { twoAtATime } from './two-at-a-time.ts'

/** Effort is given to the client, which runs the agent to its end, over ACP and on the command line. */
const prompt = 'Say that all is well, in three words'
const { adapters } = createClient()
const cases = thinkingCases.filter(({ agent }) => isAsked(agent))
const outcomes = new Map<ThinkingCase, Promise<ClientJobOutcome | NotRun>>()
const results: ThinkingResult[] = []

interface Asked {
  level: Level
  transport: 'acp' | 'cli'
  expected: Expected
  /** Which run of its case it is. */
  index: number
}

function askedOf({ levels, isCommandLineOnly }: ThinkingCase): Asked[] {
  const each = Object.entries(levels) as [Level, Expected][]
  return (isCommandLineOnly ? (['cli'] as const) : (['acp', 'cli'] as const))
    .flatMap((transport) => each.map(([level, expected]) => ({ level, transport, expected })))
    .map((asked, index) => ({ ...asked, index }))
}

beforeAll(async () => {
  await twoAtATime(cases, async (tried) => {
    const outcome = runAll(tried)
    outcomes.set(tried, outcome)
    // Retried once; the tests of the case report a repeated failure.
    if (await outcome.then((came) => isAsExpected(came, tried)).catch(() => false)) return
    console.log(`${tried.agent} with ${tried.model} is tried again`)
    const second = runAll(tried)
    outcomes.set(tried, second)
    await second.catch(() => {})
  })
}, 3_600_000)

afterAll(() => console.log(`\n${reportThinking(results)}\n`))

async function runAll(tried: ThinkingCase): Promise<ClientJobOutcome | NotRun> {
  const { agent, model, surroundings, isCommandLineOnly } = tried
  const { definition } = adapters.get(agent)
  const installation = await ensureInstalled(definition)
  if ('notRun' in installation) return installation
  const runs = askedOf(tried).map(({ level, transport }) => {
    const run = { prompt, model, thinkingEffort: level, allowUnenforced: true }
    return isCommandLineOnly ? run : { ...run, transport }
  })
  const beside = besideProgram(definition, { path: installation.path, readyText: surroundings.readyText })
  return startClientJob({ agent, surroundings, runs, ...beside, timeout: 1_800_000 })
}

describe.each(cases)('$agent with $model', { retry: 0 }, (tried) => {
  it.for(askedOf(tried))('$level, $transport', async ({ level, transport, expected, index }, context) => {
    const outcome = await outcomes.get(tried)
    if (outcome === undefined) throw new Error('It was not tried')
    const row = { agent: tried.agent, model: tried.model, level, transport }
    if ('notRun' in outcome) results.push({ ...row, result: `not run: ${outcome.notRun}` })
    const { runs } = runOrSkip(outcome, context)
    const seen = accountOf(runs[index], tried)
    const expectation = expectationOf(expected, { model: tried.model, transport })
    results.push({ ...row, result: isDeepStrictEqual(seen, expectation) ? 'pass' : 'fail', seen })
    expect(seen).toEqual(expectation)
  })
})

function isAsExpected(came: ClientJobOutcome | NotRun, tried: ThinkingCase): boolean {
  if ('notRun' in came) return true
  return askedOf(tried).every(({ expected, transport, index }) =>
    isDeepStrictEqual(
      accountOf(came.runs[index], tried),
      expectationOf(expected, { model: tried.model, transport }),
    ),
  )
}

function accountOf(outcome: JobRunOutcome | undefined, tried: ThinkingCase): unknown {
  const { refusal, transport, native, error, requests = [] } = outcome ?? {}
  if (refusal !== undefined) return { isRefused: true, requests: requests.length }
  return { transport, native, error: error ?? null, arrived: arrivals(requests, { ...tried, prompt }) }
}

function expectationOf(
  expected: Expected,
  { model, transport }: Pick<ThinkingResult, 'model' | 'transport'>,
): unknown {
  if (expected === 'refused') return { isRefused: true, requests: 0 }
  // With several providers, the model is requested after a slash and arrives without it.
  const name = model.slice(model.indexOf('/') + 1)
  return {
    transport,
    native: expected.native,
    error: null,
    arrived: [{ model: name, thinking: expected.arrives }],
  }
}
