import type { AgentEvent } from '../../events/event.ts'
import type { Cost, RunUsage, TokenUsage } from '../../events/usage.ts'
import { present } from './read-values.ts'

const fields = ['total', 'input', 'output', 'thinking', 'cacheRead', 'cacheWrite'] as const

/** Adds up model calls, for an agent that reports the usage of each call but not of the session. */
export class UsageSum {
  readonly #isResumed: boolean
  #tokens: TokenUsage | undefined
  #usd: number | undefined

  constructor({ isResumed }: { isResumed: boolean }) {
    this.#isResumed = isResumed
  }

  /** The tokens of the run so far. */
  get tokens(): TokenUsage | undefined {
    return this.#tokens
  }

  /** The cost of the run so far. */
  get cost(): Cost | undefined {
    return this.#usd === undefined ? undefined : { amount: this.#usd, currency: 'USD' }
  }

  /** The tokens and the cost of the run so far. */
  get used(): RunUsage {
    return present({ tokens: this.#tokens, cost: this.cost })
  }

  /**
   * Adds one call and returns the session's usage event. The earlier usage of a resumed session is not known: the event
   * then has no totals.
   */
  add(tokens: TokenUsage, usd: number | undefined): AgentEvent[] {
    if (Object.keys(tokens).length === 0 && usd === undefined) return []
    const before = this.#tokens ?? {}
    const sum = fields.map((field) => [field, added(before[field], tokens[field])] as const)
    this.#tokens = present<TokenUsage>(Object.fromEntries(sum))
    this.#usd = added(this.#usd, usd)
    if (this.#isResumed) return [{ type: 'usage.updated' }]
    return [{ type: 'usage.updated', tokens: this.#tokens, ...present({ cost: this.cost }) }]
  }
}

/** Rounds to twelve decimal places: below any price, above floating-point errors. */
function added(first: number | undefined, second: number | undefined): number | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return Number((first + second).toFixed(12))
}
