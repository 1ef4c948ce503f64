import type { TokenUsage } from '../events/usage.ts'
import { toJsonObject } from './json-value.ts'
import type { ModelTokens } from './stream-part.ts'

/**
 * The tokens in the SDK's form, where the parts are inside the totals. Some agents count the cache inside their input
 * and the thinking inside their output, some beside them: their own total says which. Where it does not, the total of
 * that side stays unknown.
 */
export function tokensOf(tokens: TokenUsage | undefined): ModelTokens {
  const { total, input, output, thinking, cacheRead, cacheWrite } = tokens ?? {}
  const cached = (cacheRead ?? 0) + (cacheWrite ?? 0)
  const inputs = sidesOf(input, cached)
  const outputs = sidesOf(output, thinking ?? 0)
  const fits = inputs.flatMap((one) =>
    outputs.filter((other) => one + other === total).map((other) => [one, other]),
  )
  const inputTotal = only(inputs) ?? only(fits.map(([one]) => one))
  const outputTotal = only(outputs) ?? only(fits.map(([, other]) => other))
  const isCacheKnown = cacheRead !== undefined || cacheWrite !== undefined
  return {
    inputTokens: {
      total: inputTotal,
      noCache: isCacheKnown && inputTotal !== undefined ? inputTotal - cached : undefined,
      cacheRead,
      cacheWrite,
    },
    outputTokens: {
      total: outputTotal,
      text: thinking !== undefined && outputTotal !== undefined ? outputTotal - thinking : undefined,
      reasoning: thinking,
    },
    ...(tokens === undefined ? {} : { raw: toJsonObject(tokens) }),
  }
}

/** What the whole of a side can be: a count with its part inside, or beside it. */
function sidesOf(count: number | undefined, part: number): number[] {
  if (count === undefined) return []
  return part > count ? [count + part] : [count, count + part]
}

/** The value of a list that has only one. */
function only(values: readonly (number | undefined)[]): number | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}
