import type { CommonEffect, EffectOutcome, PolicyCase } from './policy-job.ts'

type Effects = Readonly<Record<CommonEffect, EffectOutcome>>

function effects(
  ...[write, command, readInside, readOutside, network]: readonly [
    EffectOutcome,
    EffectOutcome,
    EffectOutcome,
    EffectOutcome,
    EffectOutcome,
  ]
): Effects {
  return { write, command, 'read-inside': readInside, 'read-outside': readOutside, network }
}

const nothing = effects('held', 'held', 'held', 'held', 'held')
const readsInside = effects('held', 'held', 'done', 'held', 'held')
const readsInsideAndAsks = effects('held', 'held', 'done', 'asked', 'held')
const asksExceptInside = effects('asked', 'asked', 'done', 'asked', 'asked')

const noQuestions = (agent: string): string => `${agent} cannot ask for permission on its command line`
const unenforced = (agent: string, reason: string, policy: string): string =>
  `${agent} ${reason}, so the policy "${policy}" cannot be enforced`
const readsOutside = 'reads files outside the workspace without asking'
const acts = 'acts without asking over ACP'

/** Everything is allowed in runs of other suites: here are the policies that limit. */
export const policyCases: readonly PolicyCase[] = (['acp', 'cli'] as const).flatMap((transport) =>
  (['allow-reads', 'ask', 'deny'] as const).map((policy) => ({ transport, policy })),
)

/** The outcome of each effect under each policy, or why the run is refused; the same with any settings. */
export const expectedEffects = {
  claude: {
    'acp allow-reads': readsInsideAndAsks,
    'acp ask': asksExceptInside,
    'acp deny': nothing,
    'cli allow-reads': readsInside,
    'cli ask': asksExceptInside,
    'cli deny': nothing,
  },
  codex: {
    'acp allow-reads': unenforced('codex', `${readsOutside} over ACP`, 'allow-reads'),
    'acp ask': effects('asked', 'held', 'done', 'done', 'held'),
    'acp deny': effects('asked', 'held', 'held', 'held', 'held'),
    'cli allow-reads': readsInside,
    'cli ask': effects('held', 'asked', 'asked', 'asked', 'asked'),
    'cli deny': nothing,
  },
  gemini: {
    'acp allow-reads': readsInside,
    'acp ask': effects('asked', 'asked', 'asked', 'held', 'asked'),
    'acp deny': nothing,
    'cli allow-reads': readsInside,
    'cli ask': noQuestions('gemini'),
    'cli deny': nothing,
  },
  copilot: {
    'acp allow-reads': readsInsideAndAsks,
    'acp ask': asksExceptInside,
    'acp deny': nothing,
    'cli allow-reads': readsInside,
    'cli ask': noQuestions('copilot'),
    'cli deny': nothing,
  },
  opencode: {
    'acp allow-reads': readsInside,
    // The question about a read does not name the file.
    'acp ask': effects('asked', 'asked', 'held', 'asked', 'asked'),
    'acp deny': nothing,
    'cli allow-reads': readsInside,
    'cli ask': noQuestions('opencode'),
    'cli deny': nothing,
  },
  pi: {
    'acp allow-reads': unenforced('pi', acts, 'allow-reads'),
    'acp ask': unenforced('pi', acts, 'ask'),
    'acp deny': unenforced('pi', acts, 'deny'),
    'cli allow-reads': readsInside,
    'cli ask': asksExceptInside,
    'cli deny': nothing,
  },
  omp: {
    'acp allow-reads': readsInside,
    'acp ask': asksExceptInside,
    'acp deny': nothing,
    'cli allow-reads': readsInside,
    'cli ask': noQuestions('omp'),
    'cli deny': nothing,
  },
} as const

export type HeldAgent = keyof typeof expectedEffects
export const heldAgents = Object.keys(expectedEffects) as HeldAgent[]
