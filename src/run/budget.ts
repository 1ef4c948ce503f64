import type { AgentEvent } from '../events/event.ts'
import type { Cost, TokenUsage } from '../events/usage.ts'
import { BudgetExceededError } from './budget-exceeded-error.ts'
import type { TurnResult } from './run-conversation.ts'

/** What a run may use. */
export interface BudgetLimits {
  maxCostUsd?: number
  maxTokens?: number
  maxTurns?: number
}

/**
 * Counts what a run uses. Agents tell the cost of the whole session so far: the last value counts, less what the
 * session had cost before the run.
 */
export class Budget {
  readonly #limits: BudgetLimits
  #costBefore: Cost | undefined
  #cost: Cost | undefined
  /** Where the agent tells what each turn has cost. */
  #turnCosts: Cost | undefined
  #tokens: TokenUsage | undefined
  #turns = 0
  #hasBegun = false

  constructor(limits: BudgetLimits, costBefore?: Cost) {
    this.#limits = limits
    this.#costBefore = costBefore
  }

  /** What the run has cost, in the currency the agent counts in. */
  get cost(): Cost | undefined {
    if (this.#turnCosts !== undefined) return this.#turnCosts
    if (this.#cost === undefined) return undefined
    const { amount, currency } = this.#cost
    const before = this.#costBefore?.currency === currency ? this.#costBefore.amount : 0
    return { amount: Math.max(0, amount - before), currency }
  }

  /** What the whole session has cost, as last told. */
  get sessionCost(): Cost | undefined {
    return this.#cost ?? this.#costBefore
  }

  /** Tokens of all turns of the run. */
  get tokens(): TokenUsage | undefined {
    return this.#tokens
  }

  get turns(): number {
    return this.#turns
  }

  /** Whether a limit of cost was set that could not be held, since no cost in dollars was told. */
  get isCostUnknown(): boolean {
    return this.#limits.maxCostUsd !== undefined && this.#hasBegun && this.#cost?.currency !== 'USD'
  }

  /** Takes note of an event; gives the error when a limit is passed with it. */
  observe(event: AgentEvent): BudgetExceededError | undefined {
    if (event.type === 'session.recovered' && event.contextLost) this.#costBefore = undefined
    if (event.type !== 'usage.updated' || event.cost === undefined) return undefined
    const cost = event.cost ?? undefined
    // What is told before the first turn was spent before the run.
    if (!this.#hasBegun) this.#costBefore = cost
    else this.#cost = cost
    return this.#overCost()
  }

  /** Takes note of the end of a turn; gives the error when another turn would be one too many. */
  endTurn({ tokens, cost }: Pick<TurnResult, 'tokens' | 'cost'>): BudgetExceededError | undefined {
    this.#turns++
    this.#tokens = addTokens(this.#tokens, tokens)
    if (cost !== undefined) this.#turnCosts = addCosts(this.#turnCosts, cost)
    const { maxTokens } = this.#limits
    const total = totalOf(this.#tokens)
    if (maxTokens !== undefined && total !== undefined && total > maxTokens) {
      return new BudgetExceededError('maxTokens', { limit: maxTokens, used: total })
    }
    return undefined
  }

  /** Takes note of the beginning of a turn; gives the error when it may not begin. */
  beginTurn(): BudgetExceededError | undefined {
    this.#hasBegun = true
    const { maxTurns } = this.#limits
    if (maxTurns === undefined || this.#turns < maxTurns) return undefined
    return new BudgetExceededError('maxTurns', { limit: maxTurns, used: this.#turns })
  }

  #overCost(): BudgetExceededError | undefined {
    const { maxCostUsd } = this.#limits
    const { cost } = this
    if (maxCostUsd === undefined || cost?.currency !== 'USD' || cost.amount <= maxCostUsd) return undefined
    return new BudgetExceededError('maxCostUsd', { limit: maxCostUsd, used: cost.amount })
  }
}

function addCosts(sum: Cost | undefined, { amount, currency }: Cost): Cost {
  return { amount: (sum?.currency === currency ? sum.amount : 0) + amount, currency }
}

const tokenFields = ['total', 'input', 'output', 'thinking', 'cacheRead', 'cacheWrite'] as const

/** Adds two counts field by field; what neither has stays away. */
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
    if (left !== undefined || right !== undefined) sum[field] = (left ?? 0) + sign * (right ?? 0)
  }
  return sum
}

function totalOf(tokens: TokenUsage | undefined): number | undefined {
  if (tokens === undefined) return undefined
  const { total, input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = tokens
  return total ?? input + output + cacheRead + cacheWrite
}
