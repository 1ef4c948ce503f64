import type { TokenUsage } from '../../events/usage.ts'
import type { TokenCounts } from './events.ts'

/** Token counts in AG-UI form; undefined if there are none. Omits counts that are not whole numbers. */
export function tokenCounts(tokens: TokenUsage | undefined, model?: string): TokenCounts[] | undefined {
  if (tokens === undefined) return undefined
  const { input, cacheRead = 0, cacheWrite = 0 } = tokens
  const counts = Object.entries({
    // AG-UI counts cached tokens as input.
    inputTokens: input === undefined ? undefined : input + cacheRead + cacheWrite,
    outputTokens: tokens.output,
    totalTokens: tokens.total,
    reasoningTokens: tokens.thinking,
    cachedInputTokens: tokens.cacheRead,
    cacheWriteInputTokens: tokens.cacheWrite,
  }).filter(([, count]) => Number.isSafeInteger(count) && (count as number) >= 0)
  if (counts.length === 0) return undefined
  return [{ ...(model === undefined ? {} : { model }), ...Object.fromEntries(counts) }]
}
