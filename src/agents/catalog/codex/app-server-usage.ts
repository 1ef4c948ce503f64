import type { AgentEvent } from '../../../events/event.ts'
import type { TokenUsage } from '../../../events/usage.ts'
import { countOf, type Fields, fieldsOf, present } from '../../command-line/read-values.ts'

/** Counts the usage of a thread. Codex reports the thread's total, which may include earlier processes. */
export class ThreadUsage {
  #before: Fields | undefined
  #total: Fields | undefined

  /** Tokens since the process started. */
  get tokens(): TokenUsage | undefined {
    return this.#total === undefined ? undefined : tokensOf(minus(this.#total, this.#before ?? {}))
  }

  /** A report outside a turn is the usage before a resumed thread's first turn. */
  update(usage: Fields, { isInTurn }: { isInTurn: boolean }): AgentEvent[] {
    const [total, last] = [fieldsOf(usage.total), fieldsOf(usage.last)]
    const tokens = tokensOf(total)
    if (tokens === undefined) return []
    this.#before ??= isInTurn ? minus(total, last) : total
    this.#total = total
    const [used, size] = [countOf(last.totalTokens), countOf(usage.modelContextWindow)]
    const context = used === undefined || size === undefined ? undefined : { used, size }
    return [{ type: 'usage.updated', tokens, ...present({ context }) }]
  }
}

function minus(from: Fields, other: Fields): Fields {
  const fields = Object.entries(from).map(([name, value]) => [
    name,
    Math.max(0, (countOf(value) ?? 0) - (countOf(other[name]) ?? 0)),
  ])
  return Object.fromEntries(fields) as Fields
}

/** Codex includes cached tokens in the input; here no token is counted twice. */
function tokensOf(usage: Fields): TokenUsage | undefined {
  const [sent, output] = [countOf(usage.inputTokens), countOf(usage.outputTokens)]
  if (sent === undefined || output === undefined) return undefined
  const [cacheRead, cacheWrite] = [countOf(usage.cachedInputTokens), countOf(usage.cacheWriteInputTokens)]
  return present<TokenUsage>({
    total: sent + output,
    input: Math.max(0, sent - (cacheRead ?? 0) - (cacheWrite ?? 0)),
    output,
    thinking: countOf(usage.reasoningOutputTokens),
    cacheRead,
    cacheWrite,
  })
}
