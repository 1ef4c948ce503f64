import type { AgentEvent } from '../../events/event.ts'
import type { Cost, RunUsage, TokenUsage } from '../../events/usage.ts'
import { present } from './read-values.ts'

const fields = ['total', 'input', 'output', 'thinking', 'cacheRead', 'cacheWrite'] as const

/** Adds up what the calls of models used, for an agent that tells each call by itself and never the session. */
export class UsageSum {
  readonly #isResumed: boolean
  #tokens: TokenUsage | undefined
  #usd: number | undefined

  constructor({ isResumed }: { isResumed: boolean }) {
    this.#isResumed = isResumed
  }

  /** Tokens of the run so far. */
  get tokens(): TokenUsage | undefined {
    return this.#tokens
  }

  /** Cost of the run so far. */
  get cost(): Cost | undefined {
    return this.#usd === undefined ? undefined : { amount: this.#usd, currency: 'USD' }
  }

  /** Both. */
  get used(): RunUsage {
    return present({ tokens: this.#tokens, cost: this.cost })
  }

  /**
   * Takes in one call and tells what the session has used so far. What a resumed session had used before is not known:
   * the event then says only that something was used.
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

/** Twelve places are far below any price, and above what adding fractions gets wrong. */
function added(first: number | undefined, second: number | undefined): number | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return Number((first + second).toFixed(12))
}
