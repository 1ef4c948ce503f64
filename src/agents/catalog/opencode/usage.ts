import type { TokenUsage } from '../../../events/usage.ts'
import { countOf, type Fields, fieldsOf, present } from '../../command-line/read-values.ts'

/** OpenCode counts thinking separately from the output. */
export function tokensOf(tokens: Fields): TokenUsage {
  const cache = fieldsOf(tokens.cache)
  const [input, said, thinking] = [countOf(tokens.input), countOf(tokens.output), countOf(tokens.reasoning)]
  const [cacheRead, cacheWrite] = [countOf(cache.read), countOf(cache.write)]
  const output = said === undefined ? undefined : said + (thinking ?? 0)
  const sum =
    input === undefined || output === undefined
      ? undefined
      : input + output + (cacheRead ?? 0) + (cacheWrite ?? 0)
  return present<TokenUsage>({
    total: countOf(tokens.total) ?? sum,
    input,
    output,
    thinking,
    cacheRead,
    cacheWrite,
  })
}
