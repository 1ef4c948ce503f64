import { requireObject } from '../core/check-argument.ts'
import { ValidationError } from '../core/validation-error.ts'
import { freeze } from './freeze.ts'
import type { ModelPrice } from './model-record.ts'

/** The tokens of one request. No token is counted twice. */
export interface ModelUsage {
  /** Input tokens not read from a cache. */
  inputTokens?: number
  /** Output tokens, without thinking if `thinking` is set. */
  outputTokens?: number
  thinkingTokens?: number
  /** Input tokens read from a cache. */
  cachedInputTokens?: number
  /** Input tokens written to a cache. */
  cacheWriteTokens?: number
}

/** The parts of a cost. */
export type CostPart = 'input' | 'output' | 'thinking' | 'cachedInput' | 'cacheWrite'

/** The cost of a usage and its certainty. */
export interface ModelCost {
  /** `free`: every required price is 0. `unknown`: a required price is not known. */
  status: 'known' | 'free' | 'unknown'
  /** Undefined if unknown: an unknown cost is not 0. */
  usd?: number
  /** US dollars for each used part with a price. */
  parts: Partial<Record<CostPart, number>>
  /** The lower bound of the price tier, for a longer prompt. */
  tier?: number
  /** Parts with the price of another part: thinking as output, cache as input. */
  derived: CostPart[]
  /** Used parts without a price. */
  missing: CostPart[]
}

const million = 1_000_000

/**
 * The cost of one request. A price tier applies to the whole request, so for several requests add up their costs, not
 * their tokens.
 */
export function cost(model: { readonly price?: ModelPrice }, usage: ModelUsage): ModelCost {
  requireObject(model, 'model')
  requireObject(usage, 'usage')
  const tokens: Record<CostPart, number> = {
    input: tokensOf(usage, 'inputTokens'),
    output: tokensOf(usage, 'outputTokens'),
    thinking: tokensOf(usage, 'thinkingTokens'),
    cachedInput: tokensOf(usage, 'cachedInputTokens'),
    cacheWrite: tokensOf(usage, 'cacheWriteTokens'),
  }
  const used = (Object.keys(tokens) as CostPart[]).filter((part) => tokens[part] > 0)
  if (model.price === undefined) return freeze({ status: 'unknown', parts: {}, derived: [], missing: used })
  const prompt = tokens.input + tokens.cachedInput + tokens.cacheWrite
  const tier = model.price.tiers?.findLast(({ above }) => prompt > above)
  const prices = tier ?? model.price
  const own = {
    cachedInput: prices.cacheRead,
    cacheWrite: prices.cacheWrite,
    thinking: thinkingPrice(model.price, tier),
  }
  const effective: Record<CostPart, number> = {
    input: prices.input,
    output: prices.output,
    thinking: own.thinking ?? prices.output,
    cachedInput: own.cachedInput ?? prices.input,
    cacheWrite: own.cacheWrite ?? prices.input,
  }
  const parts = Object.fromEntries(used.map((part) => [part, (tokens[part] * effective[part]) / million]))
  return freeze({
    status: used.every((part) => effective[part] === 0) && isFree(model.price) ? 'free' : 'known',
    usd: Object.values(parts).reduce((sum, part) => sum + part, 0),
    parts,
    ...(tier === undefined ? {} : { tier: tier.above }),
    derived: used.filter((part) => part in own && own[part as keyof typeof own] === undefined),
    missing: [],
  })
}

/** US dollars for input and output at the model's base prices; 0 if the price is unknown. */
export function estimate(price: ModelPrice | undefined, inputTokens: number, outputTokens: number): number {
  const input = tokensOf({ inputTokens }, 'inputTokens')
  const output = tokensOf({ outputTokens }, 'outputTokens')
  if (price === undefined) return 0
  return (input / million) * price.input + (output / million) * price.output
}

/** The thinking price applies only to the base prices, not to a tier. */
function thinkingPrice(price: ModelPrice, tier: object | undefined): number | undefined {
  return tier === undefined ? price.thinking : undefined
}

function isFree(price: ModelPrice): boolean {
  return price.input === 0 && price.output === 0
}

function tokensOf(usage: ModelUsage, field: keyof ModelUsage): number {
  const tokens = usage[field] ?? 0
  if (Number.isFinite(tokens) && tokens >= 0) return tokens
  const message = 'must be a number of tokens of at least 0'
  throw new ValidationError(`${field} ${message}, not ${tokens}`, [{ path: [field], message }])
}
