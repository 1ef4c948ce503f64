import { beforeAll, describe, expect, it } from 'vitest'
import type { Transport } from '../../src/capabilities/evidence.ts'
import { createClient } from '../../src/run/client.ts'
import type { ModelScript, ModelStep, ToolInput } from '../../src/testing/provider/script/script.ts'
import { isAsked } from './asked-agents.ts'
import { type Broken, inTwoAttempts } from './in-two-attempts.ts'
import { ensureInstalled, type NotRun, runOrSkip } from './installation.ts'
import { countedIn, reportedIn } from './money-counts.ts'
import type { MoneyOutcome, MoneyRun, MoneyRunOutcome } from './money-job.ts'
import { startMoneyJob } from './start-money-job.ts'
import { twoAtATime } from './two-at-a-time.ts'

const read: ModelStep = { step: 'tool', use: 'read', input: { path: 'note.txt' } }
const done: ModelStep = { step: 'text', text: 'Done' }

/** Every answer of the model has numbers of its own, so that none can be counted twice or left out unseen. */
const scripts: readonly ModelScript[] = [
  {
    when: 'do fresh',
    steps: [
      { step: 'usage', input: 1001, output: 31, thinking: 6, cacheRead: 100, cacheWrite: 50 },
      read,
      { step: 'usage', input: 2002, output: 42, cacheRead: 1150 },
      read,
      { step: 'usage', input: 2403, output: 23 },
      done,
    ],
  },
  {
    when: 'Say four',
    steps: [
      { step: 'usage', input: 801, output: 21 },
      { step: 'text', text: '4' },
    ],
  },
  { when: 'do resumed', steps: [{ step: 'usage', input: 3003, output: 53 }, done] },
  { when: 'do forked', steps: [{ step: 'usage', input: 3104, output: 64 }, done] },
  {
    when: 'do retried',
    steps: [{ step: 'error', status: 500, times: 1 }, { step: 'usage', input: 404, output: 14 }, done],
  },
  {
    when: 'do torn',
    steps: [
      { step: 'usage', input: 505, output: 15 },
      { step: 'text', text: 'This is half of' },
      { step: 'delay', milliseconds: 50 },
      { step: 'disconnect', times: 1 },
      done,
    ],
  },
  {
    when: 'do cancelled',
    steps: [
      { step: 'usage', input: 5005, output: 75 },
      read,
      { step: 'usage', input: 6006, output: 86 },
      { step: 'text', text: 'Stop me' },
      { step: 'hang' },
    ],
  },
  {
    when: 'do limited',
    steps: [
      ...[1, 2, 3, 4, 5, 6].flatMap((n): ModelStep[] => [
        { step: 'usage', input: 10_000, output: 100 + n },
        read,
      ]),
      done,
    ],
  },
]

interface RunCase extends MoneyRun {
  /** The number of calls that reach the provider, without titles. */
  calls: number
  /** The provider could not report all tokens of the run. */
  incomplete?: true
  /** The stop reason, or the code of the error (default: `end-turn`). */
  end?: string
}

const cancelled = {
  prompt: 'do cancelled',
  cancelsAt: 'Stop me',
  calls: 2,
  incomplete: true,
  end: 'cancelled',
} as const
const confined = { options: { permissions: 'allow-reads' } } as const

/** Each call has more than 10,000 tokens, for at least 0.0125 $. */
const limits: readonly RunCase[] = [
  { name: 'cost', prompt: 'do limited', options: { maxCostUsd: 0.01 }, calls: 1 },
  { name: 'tokens', prompt: 'do limited', options: { maxTokens: 25_000 }, calls: 3 },
  { name: 'turns', prompt: 'do limited', options: { maxTurns: 2 }, calls: 2 },
]

interface Case {
  agent: string
  transport: Transport
  model: string
  forks?: true
  /** The tool calls that start a subagent and wait for it, and the number of calls with those of the subagent. */
  delegates?: { calls: number; tools: readonly { use: string; input: ToolInput }[] }
  /** The agent asks for a title at the beginning of a session. */
  titles?: true
  /** The agent does not repeat a call whose answer was cut off. */
  givesUp?: true
  /** The agent itself ends the run at the limit of turns. */
  endsTurns?: true
}

const task = { description: 'Say it', prompt: 'Say four' }
const claude = {
  agent: 'claude',
  model: 'claude-sonnet-5-5',
  forks: true,
  delegates: {
    calls: 3,
    tools: [{ use: 'Agent', input: { ...task, subagent_type: 'general-purpose', run_in_background: false } }],
  },
} as const
const codex = {
  agent: 'codex',
  model: 'gpt-6.1-sol',
  forks: true,
  delegates: {
    calls: 4,
    tools: [
      { use: 'spawn_agent', input: { message: 'Say four', task_name: 'four', fork_turns: 'none' } },
      { use: 'wait_agent', input: { timeout_ms: 10_000 } },
    ],
  },
} as const
const gemini = { agent: 'gemini', model: 'gemini-2.5-pro', givesUp: true } as const
const copilot = {
  agent: 'copilot',
  model: 'gpt-5.4',
  delegates: {
    calls: 3,
    tools: [{ use: 'task', input: { ...task, name: 'four', agent_type: 'general-purpose', mode: 'sync' } }],
  },
} as const
const opencode = {
  agent: 'opencode',
  model: 'anthropic/claude-opus-4-6',
  forks: true,
  titles: true,
  delegates: { calls: 3, tools: [{ use: 'task', input: { ...task, subagent_type: 'general' } }] },
} as const
const pi = { agent: 'pi', model: 'anthropic/claude-opus-4-6' } as const

/** The slow ones first, so that both workers end at about the same time. */
const cases: readonly Case[] = [
  { ...opencode, transport: 'acp' },
  { ...opencode, transport: 'cli' },
  { ...gemini, transport: 'acp' },
  { ...claude, transport: 'acp' },
  {
    ...gemini,
    transport: 'cli',
    delegates: {
      calls: 4,
      tools: [{ use: 'invoke_agent', input: { agent_name: 'generalist', prompt: 'Say four' } }],
    },
  },
  { ...copilot, transport: 'cli' },
  { ...copilot, transport: 'acp' },
  { ...pi, transport: 'acp' },
  { ...pi, transport: 'cli', forks: true },
  { ...codex, transport: 'acp' },
  { ...codex, transport: 'cli' },
  { ...claude, transport: 'cli', endsTurns: true },
]
const asked = cases.filter(({ agent }) => isAsked(agent))

function runsOf({ forks, delegates, givesUp }: Case): RunCase[] {
  return [
    { name: 'fresh', prompt: 'do fresh', calls: 3 },
    { name: 'resumed', prompt: 'do resumed', resumes: 'fresh', calls: 1 },
    ...(forks ? [{ name: 'forked', prompt: 'do forked', forks: 'fresh', calls: 1 }] : []),
    ...(delegates ? [{ name: 'delegated', prompt: 'do delegated', calls: delegates.calls }] : []),
    { name: 'retried', prompt: 'do retried', calls: 2 },
    givesUp
      ? { name: 'torn', prompt: 'do torn', calls: 1, incomplete: true, end: 'PROVIDER_ERROR' }
      : { name: 'torn', prompt: 'do torn', calls: 2, incomplete: true },
    { name: 'cancelled', ...cancelled },
    { name: 'fresh in the sandbox', prompt: 'do fresh', ...confined, calls: 3 },
    { name: 'cancelled in the sandbox', ...cancelled, ...confined },
  ]
}

const { adapters } = createClient()
const outcomes = new Map<Case, MoneyOutcome | NotRun | Broken>()

beforeAll(async () => {
  await twoAtATime(asked, async (one) => {
    outcomes.set(one, await tried(one))
  })
}, 1_500_000)

function tried(one: Case): Promise<MoneyOutcome | NotRun | Broken> {
  return inTwoAttempts(`${one.agent} ${one.transport}`, async () => {
    const installation = await ensureInstalled(adapters.get(one.agent).definition)
    if ('notRun' in installation) return installation
    const { agent, transport, model } = one
    const runs = [...runsOf(one), ...limits]
    const outcome = await startMoneyJob({ agent, transport, model, scripts: scriptsOf(one), runs })
    process.stderr.write(`${one.agent} ${one.transport}: ${outcome.seconds.toFixed(1)} s\n`)
    return outcome
  })
}

function scriptsOf({ delegates }: Case): ModelScript[] {
  const steps = (delegates?.tools ?? []).flatMap(({ use, input }, index): ModelStep[] => [
    { step: 'usage', input: 901 + index, output: 11 },
    { step: 'tool', use, input },
  ])
  return [
    ...scripts,
    { when: 'do delegated', steps: [...steps, { step: 'usage', input: 907, output: 17 }, done] },
  ]
}

// Everything is done by now: what is not as expected is so once more.
describe.each(asked)('$agent by $transport', { retry: 0 }, (one) => {
  it.for(runsOf(one))('counts what the provider reported: $name', (run, context) => {
    const outcome = runOf(one, run.name, context)
    const { calls, end = 'end-turn' } = run
    expect([callsOf(outcome), endOf(outcome), countedIn(outcome)]).toEqual([
      calls,
      end,
      reportedIn(outcome, run),
    ])
  })

  it.for(one.titles ? ['fresh'] : [])('counts the call for a title: %s', (name, context) => {
    const { calls } = runOf(one, name, context)
    expect(calls.map(({ answeredBy }) => answeredBy).toSorted()).toEqual([
      'script',
      'script',
      'script',
      'side',
    ])
  })

  it.for(limits)('stops within one call of a limit: $name', ({ name, calls }, context) => {
    const outcome = runOf(one, name, context)
    const end = name === 'turns' && one.endsTurns ? 'max-turn-requests' : 'BUDGET_EXCEEDED'
    expect([callsOf(outcome), endOf(outcome)]).toEqual([calls, end])
  })
})

function runOf(one: Case, name: string, context: Parameters<typeof runOrSkip>[1]): MoneyRunOutcome {
  const outcome = runOrSkip(outcomes.get(one) ?? { broken: 'it was not tried' }, context)
  if ('broken' in outcome) throw new Error(outcome.broken)
  const run = outcome.runs[name]
  if (run === undefined) throw new Error(`There is no run ${name}`)
  return run
}

function endOf({ error, finish }: MoneyRunOutcome): string | undefined {
  return error?.code ?? (finish?.type === 'finish' ? finish.stopReason : undefined)
}

function callsOf({ calls }: MoneyRunOutcome): number {
  return calls.filter(({ answeredBy }) => answeredBy !== 'side').length
}
