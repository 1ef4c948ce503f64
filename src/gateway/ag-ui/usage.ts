import type { TokenUsage } from '../../events/usage.ts'
import type { TokenCounts } from './events.ts'

/** Token counts as a client takes them; undefined when there is none. A count that is no whole number is left out. */
export function tokenCounts(tokens: TokenUsage | undefined, model?: string): TokenCounts[] | undefined {
  if (tokens === undefined) return undefined
  const { input, cacheRead = 0, cacheWrite = 0 } = tokens
  // Some agents count what the cache gave apart from the input; here it is a part of it.
  const isApart = input !== undefined && cacheRead + cacheWrite > input
  const counts = Object.entries({
    inputTokens: isApart ? input + cacheRead + cacheWrite : input,
    outputTokens: tokens.output,
    totalTokens: tokens.total,
    reasoningTokens: tokens.thinking,
    cachedInputTokens: tokens.cacheRead,
    cacheWriteInputTokens: tokens.cacheWrite,
  }).filter(([, count]) => Number.isSafeInteger(count) && (count as number) >= 0)
  if (counts.length === 0) return undefined
  return [{ ...(model === undefined ? {} : { model }), ...Object.fromEntries(counts) }]
}
