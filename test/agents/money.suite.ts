import { beforeAll, describe, expect, it } from 'vitest'
import type { Transport } from '../../src/capabilities/evidence.ts'
import { createClient } from '../../src/run/client.ts'
import type { ModelScript } from '../../src/testing/provider/script/script.ts'
import { isAsked } from './asked-agents.ts'
import { type Broken, inTwoAttempts } from './in-two-attempts.ts'
import { ensureInstalled, type NotRun, runOrSkip } from './installation.ts'
import type { MoneyOutcome, MoneyRun, MoneyRunOutcome } from './money-job.ts'
import { startMoneyJob } from './start-money-job.ts'
import { twoAtATime } from './two-at-a-time.ts'

/** Every answer of the model has numbers of its own, so that none can be counted twice or left out unseen. */
const scripts: readonly ModelScript[] = [
  {
    when: 'fresh',
    steps: [
      { step: 'usage', input: 1001, output: 31, thinking: 6, cacheRead: 100 },
      { step: 'tool', use: 'shell', input: { command: 'echo one' } },
      { step: 'usage', input: 2002, output: 42 },
      { step: 'text', text: 'Done' },
    ],
  },
  {
    when: 'onward',
    steps: [
      { step: 'usage', input: 3003, output: 53 },
      { step: 'text', text: 'Done' },
    ],
  },
  {
    when: 'again',
    steps: [
      { step: 'error', status: 500, times: 1 },
      { step: 'usage', input: 404, output: 14 },
      { step: 'text', text: 'Done' },
    ],
  },
  {
    when: 'halt',
    steps: [
      { step: 'usage', input: 5005, output: 75 },
      { step: 'tool', use: 'shell', input: { command: 'echo two' } },
      { step: 'usage', input: 6006, output: 86 },
      { step: 'text', text: 'Stop me' },
      { step: 'hang' },
    ],
  },
  {
    when: 'spend',
    steps: [
      { step: 'usage', input: 90_000, output: 100 },
      { step: 'tool', use: 'shell', input: { command: 'sleep 1' } },
      { step: 'usage', input: 101, output: 7 },
      { step: 'tool', use: 'shell', input: { command: 'sleep 1' } },
      { step: 'usage', input: 102, output: 8 },
      { step: 'text', text: 'Done' },
    ],
  },
]

interface Case {
  agent: string
  transport: Transport
  model: string
  /** Dollars, by the prices of the model: 3003 tokens and 100 cached ones sent, 73 written; 3003, 53; 404, 14. */
  costs: readonly [fresh: number, resumed: number, retried: number]
  /** The agent reports no cost. */
  isComputed?: true
  /** It does not say how much of its answer was thinking. */
  hidesThinking?: true
  /** What is known of a run that was cancelled in its second call. */
  cancelled: { total: number }
  /** It may not have said the id of its session by then, or have written nothing down. */
  mayBeUnknown?: true
  /** A limit stops it only at the end of a turn. */
  isCheckedAtEnd?: true
}

/** Without the cancelled call, and with what was sent in it. */
const [firstCall, bothCalls] = [{ total: 5080 }, { total: 11_086 }]
const claude = { agent: 'claude', model: 'claude-sonnet-5-5', costs: [0.006746, 0.006536, 0.000948] } as const
const codex = { agent: 'codex', model: 'gpt-6.1-sol', costs: claude.costs, isComputed: true } as const
const gemini = {
  agent: 'gemini',
  model: 'gemini-2.5-pro',
  costs: [0.00449625, 0.00428375, 0.000645],
  isComputed: true,
} as const
const copilot = {
  agent: 'copilot',
  model: 'gpt-5.4',
  costs: [0.0086275, 0.0083025, 0.00122],
  isComputed: true,
} as const
const opus = { model: 'anthropic/claude-opus-4-6', costs: [0.01689, 0.01634, 0.00237] } as const

/** The slow ones first, so that both workers end at about the same time. */
const cases: readonly Case[] = [
  { agent: 'opencode', transport: 'acp', ...opus, cancelled: firstCall },
  { agent: 'opencode', transport: 'cli', ...opus, cancelled: firstCall },
  { ...gemini, transport: 'acp', cancelled: firstCall },
  { ...claude, transport: 'acp', cancelled: firstCall, hidesThinking: true, isCheckedAtEnd: true },
  { ...gemini, transport: 'cli', cancelled: firstCall, mayBeUnknown: true },
  { ...copilot, transport: 'cli', cancelled: firstCall, isCheckedAtEnd: true, mayBeUnknown: true },
  { ...copilot, transport: 'acp', cancelled: firstCall },
  { agent: 'pi', transport: 'acp', ...opus, isComputed: true, cancelled: bothCalls },
  { agent: 'pi', transport: 'cli', ...opus, cancelled: firstCall },
  { ...codex, transport: 'acp', cancelled: firstCall },
  { ...codex, transport: 'cli', cancelled: firstCall },
  { ...claude, transport: 'cli', cancelled: bothCalls },
]
const asked = cases.filter(({ agent }) => isAsked(agent))

const { adapters } = createClient()
const outcomes = new Map<Case, MoneyOutcome | NotRun | Broken>()

beforeAll(async () => {
  await twoAtATime(asked, async (one) => {
    outcomes.set(one, await tried(one))
  })
}, 900_000)

function tried(one: Case): Promise<MoneyOutcome | NotRun | Broken> {
  return inTwoAttempts(`${one.agent} ${one.transport}`, async () => {
    const installation = await ensureInstalled(adapters.get(one.agent).definition)
    if ('notRun' in installation) return installation
    const outcome = await startMoneyJob({ ...one, scripts, runs: runsOf(one) })
    process.stderr.write(`${one.agent} ${one.transport}: ${outcome.seconds.toFixed(1)} s\n`)
    return outcome
  })
}

function runsOf({ costs: [, cost] }: Case): MoneyRun[] {
  return [
    { name: 'fresh', prompt: 'fresh' },
    // Enough for the run itself, and not for what its session had cost before.
    { name: 'resumed', prompt: 'onward', resumes: 'fresh', options: { maxCostUsd: cost * 1.1 } },
    { name: 'retried', prompt: 'again' },
    { name: 'cancelled', prompt: 'halt', cancelsAt: 'Stop me' },
    { name: 'limited', prompt: 'spend', options: { maxCostUsd: 0.02 } },
  ]
}

// Everything is done by now: what is not as expected is so once more.
describe.each(asked)('$agent by $transport', { retry: 0 }, (one) => {
  const { costs, isComputed, hidesThinking, cancelled, mayBeUnknown, isCheckedAtEnd } = one
  const cost = (amount: number): unknown => ({
    amount: expect.closeTo(amount, 9),
    currency: 'USD',
    ...(isComputed ? { source: 'computed' } : {}),
  })

  it('counts all calls of a run', (context) => {
    const { error, finish } = runOf(one, 'fresh', context)
    expect([error, countsOf(finish)]).toEqual([
      undefined,
      {
        tokens: {
          total: 3176,
          input: 3003,
          output: 73,
          cacheRead: 100,
          ...(hidesThinking ? {} : { thinking: 6 }),
        },
        cost: cost(costs[0]),
      },
    ])
  })

  it('counts only the run when a session is resumed', (context) => {
    const { error, finish } = runOf(one, 'resumed', context)
    expect([error, countsOf(finish)]).toEqual([
      undefined,
      { tokens: { total: 3056, input: 3003, output: 53 }, cost: cost(costs[1]) },
    ])
  })

  it('counts a request that the agent repeats once', (context) => {
    const { error, finish, answers } = runOf(one, 'retried', context)
    expect([error, answers.run, countsOf(finish)]).toEqual([
      undefined,
      2,
      { tokens: { total: 418, input: 404, output: 14 }, cost: cost(costs[2]) },
    ])
  })

  it('marks the count of a cancelled run as incomplete, or reports none', (context) => {
    const { finish } = runOf(one, 'cancelled', context)
    const { tokens, cost: spent } = finish?.type === 'finish' ? finish : {}
    const isUnknown = mayBeUnknown && tokens === undefined
    expect(finish).toMatchObject({ type: 'finish', stopReason: 'cancelled' })
    expect([tokens?.total, tokens?.incomplete, spent?.incomplete, spent?.amount !== 0]).toEqual(
      isUnknown ? [undefined, undefined, undefined, true] : [cancelled.total, true, true, true],
    )
  })

  it('stops at its cost limit', (context) => {
    const { error, answers } = runOf(one, 'limited', context)
    expect([error?.code, answers.run === 3]).toEqual(['BUDGET_EXCEEDED', isCheckedAtEnd === true])
  })
})

function runOf(one: Case, name: string, context: Parameters<typeof runOrSkip>[1]): MoneyRunOutcome {
  const outcome = runOrSkip(outcomes.get(one) ?? { broken: 'it was not tried' }, context)
  if ('broken' in outcome) throw new Error(outcome.broken)
  const run = outcome.runs[name]
  if (run === undefined) throw new Error(`There is no run ${name}`)
  return run
}

/** Without counts of nothing: agents differ in whether they report them. */
function countsOf(finish: MoneyRunOutcome['finish']): unknown {
  if (finish?.type !== 'finish') return undefined
  const { tokens = {}, cost } = finish
  return { tokens: Object.fromEntries(Object.entries(tokens).filter(([, count]) => count !== 0)), cost }
}
