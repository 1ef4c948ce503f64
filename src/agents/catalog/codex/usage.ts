import type { TokenUsage } from '../../../events/usage.ts'
import { countOf, type Fields, present } from '../../command-line/read-values.ts'

/** Codex includes cached tokens in the input. */
export function readTokens(usage: Fields): TokenUsage | undefined {
  const sent = countOf(usage.input_tokens)
  const output = countOf(usage.output_tokens)
  if (sent === undefined || output === undefined) return undefined
  const cacheRead = countOf(usage.cached_input_tokens)
  const cacheWrite = countOf(usage.cache_write_input_tokens)
  return present<TokenUsage>({
    total: sent + output,
    input: Math.max(0, sent - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    output,
    thinking: countOf(usage.reasoning_output_tokens),
    cacheRead,
    cacheWrite,
  })
}
