import type { TokenUsage } from '../../events/usage.ts'
import { toJsonObject } from './json-value.ts'
import type { ModelTokens } from './stream-part.ts'

/** The tokens in the SDK's form, which counts cached tokens as input. */
export function tokensOf(tokens: TokenUsage | undefined): ModelTokens {
  const { input, output, thinking, cacheRead, cacheWrite } = tokens ?? {}
  const isCacheKnown = cacheRead !== undefined || cacheWrite !== undefined
  return {
    inputTokens: {
      total: input === undefined ? undefined : input + (cacheRead ?? 0) + (cacheWrite ?? 0),
      noCache: isCacheKnown ? input : undefined,
      cacheRead,
      cacheWrite,
    },
    outputTokens: {
      total: output,
      text: thinking === undefined || output === undefined ? undefined : Math.max(0, output - thinking),
      reasoning: thinking,
    },
    ...(tokens === undefined ? {} : { raw: toJsonObject(tokens) }),
  }
}
