import type { ModelCapabilities, ThinkingEffortLevel } from '../../capabilities/ecosystems/mux/types.ts'
import type { ModelRecord } from '../model-record.ts'

// Every rule by which a field is filled in that no source gives, but for those that need all sources at once and are
// applied by the generator. Who applies one names the field as derived.

type Protocol = NonNullable<ModelCapabilities['protocol']>
type Deployment = NonNullable<ModelCapabilities['deployment']>

/** What is spoken by those who use a package or an API. `@ai-sdk/xai` and others that speak several are not here. */
const protocols = new Map<string, Protocol>([
  ['@ai-sdk/anthropic', 'messages'],
  ['@ai-sdk/google-vertex/anthropic', 'messages'],
  ['anthropic-messages', 'messages'],
  ['@ai-sdk/openai', 'responses'],
  ['openai-responses', 'responses'],
  ['openai-codex-responses', 'responses'],
  ['@ai-sdk/openai-compatible', 'chat'],
  ['@ai-sdk/cerebras', 'chat'],
  ['@ai-sdk/groq', 'chat'],
  ['@ai-sdk/mistral', 'chat'],
  ['@ai-sdk/togetherai', 'chat'],
  ['@openrouter/ai-sdk-provider', 'chat'],
  ['openai-completions', 'chat'],
  ['@ai-sdk/amazon-bedrock', 'custom'],
  ['@ai-sdk/gateway', 'custom'],
  ['@ai-sdk/google', 'custom'],
  ['@ai-sdk/google-vertex', 'custom'],
  ['bedrock-converse-stream', 'custom'],
  ['google-generative-ai', 'custom'],
  ['google-vertex', 'custom'],
  ['mistral-conversations', 'custom'],
])

/** Providers that pass requests on to others. */
const gateways = new Set(['github-copilot', 'opencode', 'opencode-go', 'openrouter', 'vercel'])

/** Efforts from the least to the most, in every word a provider or an agent uses. */
const effortOrder = ['off', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra', 'auto']

const levels: readonly string[] = ['low', 'medium', 'high', 'max'] satisfies ThinkingEffortLevel[]

/** The protocol behind a package or an API; undefined when it is not one of those known to speak one only. */
export function protocolOf(api: string): Protocol | undefined {
  return protocols.get(api)
}

/** A provider runs its models, unless it is known to pass requests on. */
export function deploymentOf(provider: string): Deployment {
  return gateways.has(provider) ? 'gateway' : 'hosted'
}

/** The efforts that have a name in the four-level scale; xhigh, minimal and the like have none. */
export function effortLevelsOf(efforts: readonly string[]): ThinkingEffortLevel[] {
  return efforts.filter((effort): effort is ThinkingEffortLevel => levels.includes(effort))
}

/** Efforts without repetition, from the least to the most; unknown words last. */
export function sortEfforts(efforts: Iterable<string>): string[] {
  return [...new Set(efforts)].toSorted((one, other) => placeOf(one) - placeOf(other))
}

function placeOf(effort: string): number {
  const at = effortOrder.indexOf(effort)
  return at === -1 ? effortOrder.length : at
}

/** The flags that no source has for any model. */
export const derivedFlags = [
  'supportsParallelToolCalls',
  'supportsToolCallStreaming',
  'supportsJsonMode',
  'supportsTextStreaming',
  'supportsThinkingStreaming',
] as const satisfies (keyof ModelCapabilities)[]

/**
 * - Several tool calls in a turn: every protocol here carries them, so whatever calls tools can.
 * - Arguments in pieces: the three named protocols send them so; the others send a call whole, or it is not known.
 * - JSON only: an answer that keeps to a schema is JSON; nothing is known of a mode without one.
 * - Text, and thinking where there is any, comes in pieces on every protocol.
 */
export function flagsOf(
  record: ModelRecord,
  protocol: Protocol | undefined,
): Pick<ModelCapabilities, (typeof derivedFlags)[number]> {
  return {
    supportsParallelToolCalls: true,
    supportsToolCallStreaming: protocol !== undefined && protocol !== 'custom',
    supportsJsonMode: record.structured === true,
    supportsTextStreaming: true,
    supportsThinkingStreaming: record.thinks === true,
  }
}

/** Flags that are a no only because nobody says: they must not be taken for one. */
export function unknownFlags(
  record: ModelRecord,
  protocol: Protocol | undefined,
): (keyof ModelCapabilities)[] {
  return [
    ...(record.structured === undefined ? (['supportsStructuredOutput'] as const) : []),
    ...(record.structured === true ? [] : (['supportsJsonMode'] as const)),
    ...(protocol === undefined || protocol === 'custom' ? (['supportsToolCallStreaming'] as const) : []),
  ]
}

/** The budget a model takes. Without an upper bound it is the output limit less one: thinking is part of the output. */
export function budgetRangeOf(
  record: ModelRecord,
): { range: [number, number]; derived: boolean } | undefined {
  if (record.budget === undefined) return undefined
  const { min = 0, max } = record.budget
  return { range: [min, max ?? record.output - 1], derived: max === undefined }
}

/** A deprecated preview or dated snapshot is followed by the same name without that ending, where it is served. */
export function successorAmong(
  record: ModelRecord,
  served: ReadonlyMap<string, ModelRecord>,
): string | undefined {
  if (!record.deprecated) return undefined
  const plain = record.id.replace(/-(preview|\d{4}-\d{2}-\d{2}|\d{8})$/, '')
  const successor = plain === record.id ? undefined : served.get(plain)
  return successor === undefined || successor.deprecated ? undefined : plain
}
