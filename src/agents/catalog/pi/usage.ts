import type { AgentEvent } from '../../../events/event.ts'
import type { TokenUsage } from '../../../events/usage.ts'
import { amountOf, countOf, fieldsOf, present } from '../../command-line/read-values.ts'
import type { UsageSum } from '../../command-line/usage-sum.ts'

/** Adds the usage of one model call. A rejected call reports zeros. */
export function addUsage(sum: UsageSum, usage: unknown): AgentEvent[] {
  const from = fieldsOf(usage)
  const tokens = present<TokenUsage>({
    total: countOf(from.totalTokens),
    input: countOf(from.input),
    output: countOf(from.output),
    thinking: countOf(from.reasoning ?? from.reasoningTokens),
    cacheRead: countOf(from.cacheRead),
    cacheWrite: countOf(from.cacheWrite),
  })
  if (Object.values(tokens).every((count) => count === 0)) return []
  return sum.add(tokens, amountOf(fieldsOf(from.cost).total))
}
