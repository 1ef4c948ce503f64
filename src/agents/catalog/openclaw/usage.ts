import type { TokenUsage } from '../../../events/usage.ts'
import { amountOf, countOf, type Fields, fieldsOf, present } from '../../command-line/read-values.ts'

/** The tokens of the run, if reported. */
export function tokensOf(envelope: Fields): TokenUsage | undefined {
  const usage = fieldsOf(envelope.usage)
  const tokens = present<TokenUsage>({
    total: countOf(usage.total),
    input: countOf(usage.input),
    output: countOf(usage.output),
    thinking: countOf(usage.reasoningTokens),
    cacheRead: countOf(usage.cacheRead),
    cacheWrite: countOf(usage.cacheWrite),
  })
  return Object.keys(tokens).length === 0 ? undefined : tokens
}

/** The cost of the run in US dollars. */
export function costOf(envelope: Fields): number | undefined {
  return amountOf(envelope.costUsd) ?? amountOf(fieldsOf(fieldsOf(envelope.usage).cost).total)
}
