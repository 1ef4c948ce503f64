import type { ModelCapabilities, ThinkingEffortLevel } from '../../capabilities/ecosystems/mux/types.ts'
import type { ModelRecord } from '../model-record.ts'

// The rules that fill in fields no source has, except rules of the generator that need all sources at once.
// A caller that applies a rule lists the field as derived.

type Protocol = NonNullable<ModelCapabilities['protocol']>
type Deployment = NonNullable<ModelCapabilities['deployment']>

/** The protocol of a package or API. Packages with several protocols, such as `@ai-sdk/xai`, are left out. */
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

/** Providers that forward requests to others. */
const gateways = new Set(['github-copilot', 'opencode', 'opencode-go', 'openrouter', 'vercel'])

/** All effort levels of providers and agents, in rising order. */
const effortOrder = ['off', 'none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra', 'auto']

const levels: readonly string[] = ['low', 'medium', 'high', 'max'] satisfies ThinkingEffortLevel[]

/** The protocol of a package or API; undefined if unknown or not unique. */
export function protocolOf(api: string): Protocol | undefined {
  return protocols.get(api)
}

/** A provider hosts its models unless it is a known gateway. */
export function deploymentOf(provider: string): Deployment {
  return gateways.has(provider) ? 'gateway' : 'hosted'
}

/** The efforts of the four-level scale, without xhigh, minimal and others. */
export function effortLevelsOf(efforts: readonly string[]): ThinkingEffortLevel[] {
  return efforts.filter((effort): effort is ThinkingEffortLevel => levels.includes(effort))
}

/** Unique efforts in rising order; unknown levels last. */
export function sortEfforts(efforts: Iterable<string>): string[] {
  return [...new Set(efforts)].toSorted((one, other) => placeOf(one) - placeOf(other))
}

function placeOf(effort: string): number {
  const at = effortOrder.indexOf(effort)
  return at === -1 ? effortOrder.length : at
}

/** Flags that no source has for any model. */
export const derivedFlags = [
  'supportsParallelToolCalls',
  'supportsToolCallStreaming',
  'supportsJsonMode',
  'supportsTextStreaming',
  'supportsThinkingStreaming',
] as const satisfies (keyof ModelCapabilities)[]

/**
 * - Parallel tool calls: every protocol here supports them, so every model with tools does.
 * - Streamed arguments: the three named protocols stream them; the others send whole calls or are unknown.
 * - JSON mode: an answer that follows a schema is JSON; a mode without a schema is unknown.
 * - Text and thinking are streamed on every protocol.
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

/** Flags that are false only because they are unknown. */
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

/** The budget range of a model. The default maximum is the output limit minus one: thinking is part of the output. */
export function budgetRangeOf(
  record: ModelRecord,
): { range: [number, number]; derived: boolean } | undefined {
  if (record.budget === undefined) return undefined
  const { min = 0, max } = record.budget
  return { range: [min, max ?? record.output - 1], derived: max === undefined }
}

/** The successor of a deprecated preview or dated snapshot: the same name without the suffix, if available. */
export function successorAmong(
  record: ModelRecord,
  served: ReadonlyMap<string, ModelRecord>,
): string | undefined {
  if (!record.deprecated) return undefined
  const plain = record.id.replace(/-(preview|\d{4}-\d{2}-\d{2}|\d{8})$/, '')
  const successor = plain === record.id ? undefined : served.get(plain)
  return successor === undefined || successor.deprecated ? undefined : plain
}
