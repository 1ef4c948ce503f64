import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import { type AgentSurroundings, agentSurroundings } from './agent-surroundings.ts'
import type { JobTask } from './client-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { startClientJob } from './start-client-job.ts'

const { adapters } = createClient()
const prompt = 'Do it'

/** Models that no session lists or that have another default effort than the agent's first, and what arrives of each. */
const cases = [
  ['claude', 'claude-opus-4-6', { effort: 'high' }],
  ['claude', 'claude-sonnet-4-5', { budget: 31_999 }],
  ['claude', 'claude-opus-4-1', { budget: 31_999 }],
  ['codex', 'gpt-5.5', { effort: 'medium' }],
  ['opencode', 'anthropic/claude-opus-4-6', {}],
] as const
type Case = (typeof cases)[number]

describe.each(['claude', 'codex', 'opencode'] as const)('%s', (agent) => {
  const { definition } = adapters.get(agent)
  const own = cases.filter(([each]) => each === agent)
  beforeAll(() => installFirst(definition))

  it('asks the requested model alike over ACP and on its command line', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const surroundings: AgentSurroundings = agentSurroundings[agent]
    const common = { prompt, permissions: 'allow', allowUnknownModel: true } as const
    const { runs } = await startClientJob({
      agent,
      surroundings,
      runs: own.flatMap(([, model]): JobTask[] => [
        { ...common, model, transport: 'acp' },
        // Without it, Claude Code does not let root go without questions on its command line.
        { ...common, model, transport: 'cli', env: { IS_SANDBOX: '1' } },
      ]),
      timeout: 400_000,
    })
    const seen = runs.map(({ error, requests }) => {
      const { model, thinking } = requests.find(({ tools = [] }) => tools.length > 0) ?? {}
      const { effort, budget } = thinking ?? {}
      return { error, model, effort, budget }
    })
    expect(seen).toEqual(own.flatMap((each) => [arrivalOf(each), arrivalOf(each)]))
  })
})

function arrivalOf([, model, thinking]: Case): unknown {
  const { effort, budget } = thinking as { effort?: string; budget?: number }
  return { error: undefined, model: model.slice(model.indexOf('/') + 1), effort, budget }
}
