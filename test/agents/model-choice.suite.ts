import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../src/run/client.ts'
import type { AgentSetup } from '../../src/verify/setup/agent-setup.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import type { JobRunOutcome, JobTask } from './client-job.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import { startClientJob } from './start-client-job.ts'

const { adapters } = createClient()
const prompt = 'Do it'

/** Models that no session lists or that have another default effort than the agent's first, and what arrives of each. */
const cases = [
  ['claude', 'claude-opus-4-6', { effort: 'high' }],
  ['claude', 'claude-sonnet-4-6', { effort: 'high' }],
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

  it('sends the requested model over ACP and on its command line', async (context) => {
    runOrSkip(await ensureInstalled(definition), context)
    const surroundings: AgentSetup = agentSetups[agent]
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
    expect(runs.map(seenOf)).toEqual(own.flatMap((each) => [arrivalOf(each), arrivalOf(each)]))
  })
})

describe('claude', () => {
  it('resumes a session with another model and an effort', async (context) => {
    runOrSkip(await ensureInstalled(adapters.get('claude').definition), context)
    const common = { permissions: 'allow', transport: 'acp' } as const
    const { runs } = await startClientJob({
      agent: 'claude',
      surroundings: agentSetups.claude,
      runs: [
        { ...common, prompt: 'Do it', model: 'claude-opus-4-6' },
        { ...common, prompt: 'Go on', model: 'claude-opus-5-5', thinkingEffort: 'xhigh', resumes: true },
        { ...common, prompt: 'And on', model: 'claude-opus-4-6', thinkingEffort: 'low', resumes: true },
      ],
      timeout: 200_000,
    })
    expect(runs.map(seenOf)).toEqual([
      { error: undefined, model: 'claude-opus-4-6', effort: 'high', budget: undefined },
      { error: undefined, model: 'claude-opus-5-5', effort: 'xhigh', budget: undefined },
      { error: undefined, model: 'claude-opus-4-6', effort: 'low', budget: undefined },
    ])
  })
})

/** What reached the provider: of the last request with tools, because an earlier run may still ask for suggestions. */
function seenOf({ error, requests }: JobRunOutcome): unknown {
  const { model, thinking } = requests.findLast(({ tools = [] }) => tools.length > 0) ?? {}
  const { effort, budget } = thinking ?? {}
  return { error, model, effort, budget }
}

function arrivalOf([, model, thinking]: Case): unknown {
  const { effort, budget } = thinking as { effort?: string; budget?: number }
  return { error: undefined, model: model.slice(model.indexOf('/') + 1), effort, budget }
}
