import type { TransportUsage } from '../../agents/definition/definition-usage.ts'
import type { TokenUsage } from '../../events/usage.ts'

const tokenFields = ['total', 'input', 'output', 'thinking', 'cacheRead', 'cacheWrite'] as const

/** Adds or subtracts two counts field by field; a field missing in both stays missing. */
export function addTokens(
  first: TokenUsage | undefined,
  second: TokenUsage | undefined,
  sign: 1 | -1 = 1,
): TokenUsage | undefined {
  if (first === undefined && (second === undefined || sign === 1)) return second
  if (second === undefined) return first
  const sum: TokenUsage = {}
  for (const field of tokenFields) {
    const [left, right] = [first?.[field], second[field]]
    if (left !== undefined || right !== undefined) sum[field] = Math.max(0, (left ?? 0) + sign * (right ?? 0))
  }
  if (first?.incomplete || second.incomplete) sum.incomplete = true
  return sum
}

/** The total number of tokens: as reported, otherwise the sum of the counts. */
export function totalOf(tokens: TokenUsage | undefined): number | undefined {
  if (tokens === undefined) return undefined
  const { total, input, output, cacheRead = 0, cacheWrite = 0 } = tokens
  if (total !== undefined) return total
  return input === undefined && output === undefined
    ? undefined
    : (input ?? 0) + (output ?? 0) + cacheRead + cacheWrite
}

/** Whether `output` excludes thinking: the total only adds up with thinking, or thinking exceeds output. */
function countsThinkingBeside(tokens: TokenUsage): boolean {
  const { total, input = 0, output = 0, thinking = 0, cacheRead = 0, cacheWrite = 0 } = tokens
  if (thinking === 0) return false
  return thinking > output || total === input + output + thinking + cacheRead + cacheWrite
}

/** Converts an agent's counts to the meaning of `TokenUsage`. */
export function readCounts(
  tokens: TokenUsage,
  { inputHoldsCache, outputLacksThinking }: Pick<TransportUsage, 'inputHoldsCache' | 'outputLacksThinking'>,
): TokenUsage {
  const { input, output, thinking = 0, cacheRead = 0, cacheWrite = 0 } = tokens
  const isBeside = outputLacksThinking === true || countsThinkingBeside(tokens)
  return {
    ...tokens,
    ...(inputHoldsCache && input !== undefined ? { input: Math.max(0, input - cacheRead - cacheWrite) } : {}),
    ...(isBeside && output !== undefined ? { output: output + thinking } : {}),
  }
}
