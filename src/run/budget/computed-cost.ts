import type { Cost, TokenUsage } from '../../events/usage.ts'
import { cost as costOf } from '../../models/cost.ts'
import type { ModelPrice } from '../../models/model-record.ts'

/**
 * The cost of tokens at the prices of a model; undefined if the price or a count is unknown. The tokens come from many
 * requests, so the longest prompt selects the price tier.
 */
export function computedCost(
  tokens: TokenUsage | undefined,
  priceOf: (() => ModelPrice | undefined) | undefined,
  longestPrompt: number,
): Cost | undefined {
  if (tokens?.input === undefined || tokens.output === undefined) return undefined
  const price = priceOf?.()
  if (price === undefined) return undefined
  const { tiers, ...base } = price
  const tier = tiers?.findLast(({ above }) => longestPrompt > above)
  const { input, output, thinking = 0, cacheRead = 0, cacheWrite = 0 } = tokens
  const { usd } = costOf(
    { price: tier ?? base },
    {
      inputTokens: input,
      outputTokens: Math.max(0, output - thinking),
      thinkingTokens: Math.min(thinking, output),
      cachedInputTokens: cacheRead,
      cacheWriteTokens: cacheWrite,
    },
  )
  if (usd === undefined) return undefined
  return { amount: Number(usd.toFixed(12)), currency: 'USD', source: 'computed' }
}
