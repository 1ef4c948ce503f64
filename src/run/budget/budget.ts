import type { AgentEvent } from '../../events/event.ts'
import type { Cost, RunUsage, TokenUsage } from '../../events/usage.ts'
import type { ModelPrice } from '../../models/model-record.ts'
import { BudgetExceededError } from './budget-exceeded-error.ts'
import { computedCost } from './computed-cost.ts'
import type { TurnResult } from '../api/run-conversation.ts'
import { addTokens, totalOf } from './token-counts.ts'
import type { MeteredUsage } from '../api/metered-calls.ts'

/** The limits of a run. */
export interface BudgetLimits {
  maxCostUsd?: number
  maxTokens?: number
  maxTurns?: number
}

/**
 * Counts the usage of a run. Agents report the cost of the whole session so far: the cost of the run is the last value
 * minus the cost before the run. Without a reported cost it is computed from the tokens.
 */
export class Budget {
  readonly #limits: BudgetLimits
  /** Undefined while unknown: a resumed session already has a cost. */
  #costBefore: Cost | undefined
  #cost: Cost | undefined
  #price: (() => ModelPrice | undefined) | undefined
  /** Of the agents that worked on the prompt before the current one. */
  #earlier: RunUsage = {}
  /** Of the turns that have ended. */
  #ended: RunUsage = {}
  /** Of the running turn. */
  #turn: RunUsage = {}
  /** A turn was cancelled or failed: the agent may not have counted all of it. */
  #isIncomplete = false
  /** A turn ended without a count of its tokens. */
  #lacksTokens = false
  #longestPrompt = 0
  #turns = 0
  #hasBegun = false
  /** What the model proxy counted: replaces the figures of the agent. */
  #metered: MeteredUsage | undefined

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /**
   * Sets the cost of the session before the run, if known, and the price of the model. The price is looked up with the
   * first tokens, because the lookup reads the data of all models and would delay the prompt.
   */
  start({ costBefore, price }: { costBefore?: Cost | undefined; price: () => ModelPrice | undefined }): void {
    this.#costBefore ??= costBefore
    this.#price = price
  }

  /** The cost of the run: counted by the proxy, otherwise reported by the agent or computed from its tokens. */
  get cost(): Cost | undefined {
    const own = this.#ownCost
    const cost = addCosts(this.#earlier.cost, own)
    if (cost === undefined) return undefined
    const lacksEarlier = this.#earlier.cost === undefined && (totalOf(this.#earlier.tokens) ?? 0) > 0
    const now = this.#metered === undefined ? this.#ownTokens : this.#metered.tokens
    const lacksOwn = own === undefined && (totalOf(now) ?? 0) > 0
    return lacksEarlier || lacksOwn ? { ...cost, incomplete: true } : cost
  }

  /** The cost of the current agent. */
  get #ownCost(): Cost | undefined {
    const counted = this.#metered?.cost
    if (counted !== undefined) return larger(counted, this.#reportedCost)
    const tokens = this.#ownTokens
    // The proxy does not know a price: a cost from the agent's tokens would leave out what only the proxy counted.
    const computed =
      this.#metered === undefined ? computedCost(tokens, this.#price, this.#longestPrompt) : undefined
    const cost = this.#reportedCost ?? computed
    if (cost === undefined) return undefined
    const isIncomplete =
      this.#isIncomplete ||
      this.#metered?.tokens?.incomplete === true ||
      (cost.source === 'computed' && tokens?.incomplete === true)
    if (!isIncomplete) return cost
    return cost.amount === 0 ? undefined : { ...cost, incomplete: true }
  }

  /** The cost of the whole session, as last reported. */
  get sessionCost(): Cost | undefined {
    return this.#cost ?? this.#costBefore
  }

  /** Tokens of all turns of the run. */
  get tokens(): TokenUsage | undefined {
    if (this.#metered !== undefined) return addTokens(this.#earlier.tokens, this.#metered.tokens)
    const tokens = addTokens(this.#earlier.tokens, this.#ownTokens)
    if (tokens === undefined || !(this.#isIncomplete || this.#lacksTokens)) return tokens
    return { ...tokens, incomplete: true }
  }

  /** Tokens of the current agent. */
  get #ownTokens(): TokenUsage | undefined {
    return addTokens(this.#ended.tokens, this.#turn.tokens)
  }

  /** Tokens and cost of the run. */
  get used(): RunUsage {
    const { tokens, cost } = this
    return { ...(tokens === undefined ? {} : { tokens }), ...(cost === undefined ? {} : { cost }) }
  }

  get turns(): number {
    return this.#turns
  }

  /** Whether a cost or token limit is set. */
  get isLimited(): boolean {
    return this.#limits.maxCostUsd !== undefined || this.#limits.maxTokens !== undefined
  }

  /** The limits that could not be enforced because the agent never reported the figure. */
  get unenforced(): ('maxCostUsd' | 'maxTokens')[] {
    const { maxCostUsd, maxTokens } = this.#limits
    if (!this.#hasBegun) return []
    return [
      ...(maxCostUsd !== undefined && this.cost?.currency !== 'USD' ? (['maxCostUsd'] as const) : []),
      ...(maxTokens !== undefined && totalOf(this.tokens) === undefined ? (['maxTokens'] as const) : []),
    ]
  }

  /** Counts an event; returns an error if it exceeds a limit. */
  observe(event: AgentEvent): BudgetExceededError | undefined {
    if (event.type === 'session.recovered' && event.contextLost) this.#costBefore = nothing
    if (event.type !== 'usage.updated') return undefined
    this.#longestPrompt = Math.max(this.#longestPrompt, event.context?.used ?? 0)
    if (event.cost === undefined) return undefined
    const cost = event.cost ?? undefined
    // A cost reported before the first turn belongs to earlier runs.
    if (!this.#hasBegun) this.#costBefore = cost
    else this.#cost = cost
    return this.#breach()
  }

  /** Counts the usage of the running turn so far; returns an error if it exceeds a limit. */
  observeTurn(used: RunUsage): BudgetExceededError | undefined {
    this.#turn = used
    return this.#breach()
  }

  /** Takes the count of the model proxy for the run so far; returns an error if it exceeds a limit. */
  observeMeter(used: MeteredUsage): BudgetExceededError | undefined {
    this.#metered = used
    const { maxTurns } = this.#limits
    if (maxTurns !== undefined && used.steps > maxTurns) {
      return new BudgetExceededError('maxTurns', { limit: maxTurns, used: used.steps })
    }
    return this.#breach()
  }

  /** Counts a finished turn; returns an error if it exceeds a limit. */
  endTurn({
    tokens,
    cost,
    stopReason,
  }: Pick<TurnResult, 'tokens' | 'cost' | 'stopReason'>): BudgetExceededError | undefined {
    this.#turns++
    if (stopReason === 'cancelled') this.#isIncomplete = true
    // Some agents report 0 tokens for a cancelled turn.
    const isUncounted = stopReason === 'cancelled' && totalOf(tokens) === 0
    const known = isUncounted || tokens === undefined ? this.#turn.tokens : tokens
    const turn = { tokens: known, cost: cost ?? this.#turn.cost }
    if (known === undefined) this.#lacksTokens = true
    this.#ended = sum(this.#ended, turn)
    this.#turn = {}
    return this.#breach()
  }

  /** Counts a failed turn with its usage up to the failure. */
  failTurn(used: RunUsage | undefined): void {
    this.#isIncomplete = true
    this.#ended = sum(this.#ended, { ...used, ...this.#turn })
    this.#turn = {}
  }

  /** Another agent continues, in a session of its own. */
  nextAgent(): void {
    this.#earlier = this.used
    this.#metered = undefined
    this.#ended = {}
    this.#cost = undefined
    this.#costBefore = undefined
    this.#price = undefined
    this.#hasBegun = false
  }

  /** Starts a turn; returns an error if the turn limit is reached. */
  beginTurn(): BudgetExceededError | undefined {
    this.#hasBegun = true
    const { maxTurns } = this.#limits
    if (maxTurns === undefined || this.#turns < maxTurns) return undefined
    return new BudgetExceededError('maxTurns', { limit: maxTurns, used: this.#turns })
  }

  get #reportedCost(): Cost | undefined {
    const cost = addCosts(this.#ended.cost, this.#turn.cost) ?? this.#sessionShare
    // An agent without a price for its model reports 0.
    return cost?.amount === 0 && (totalOf(this.#ownTokens) ?? 0) > 0 && this.#price?.() !== undefined
      ? undefined
      : cost
  }

  /** The cost of the session since the run began; undefined if the cost before is unknown. */
  get #sessionShare(): Cost | undefined {
    if (this.#cost === undefined || this.#costBefore === undefined) return undefined
    const { amount, currency } = this.#cost
    const before = this.#costBefore.currency === currency ? this.#costBefore.amount : 0
    return { amount: rounded(Math.max(0, amount - before)), currency }
  }

  #breach(): BudgetExceededError | undefined {
    const { maxCostUsd, maxTokens } = this.#limits
    const { cost } = this
    if (maxCostUsd !== undefined && cost?.currency === 'USD' && cost.amount > maxCostUsd) {
      return new BudgetExceededError('maxCostUsd', { limit: maxCostUsd, used: cost.amount })
    }
    const total = totalOf(this.tokens)
    if (maxTokens !== undefined && total !== undefined && total > maxTokens) {
      return new BudgetExceededError('maxTokens', { limit: maxTokens, used: total })
    }
    return undefined
  }
}

/** The cost that the proxy counted, unless it lacks calls that the agent's figure includes. */
function larger(counted: Cost, reported: Cost | undefined): Cost {
  if (counted.incomplete !== true || reported?.currency !== counted.currency) return counted
  return reported.amount > counted.amount ? { ...reported, incomplete: true } : counted
}

const nothing: Cost = { amount: 0, currency: 'USD' }

function sum(
  first: RunUsage,
  second: { tokens?: TokenUsage | undefined; cost?: Cost | undefined },
): RunUsage {
  const [tokens, cost] = [addTokens(first.tokens, second.tokens), addCosts(first.cost, second.cost)]
  return { ...(tokens === undefined ? {} : { tokens }), ...(cost === undefined ? {} : { cost }) }
}

function addCosts(first: Cost | undefined, second: Cost | undefined): Cost | undefined {
  if (first === undefined || second === undefined) return first ?? second
  const before = first.currency === second.currency ? first.amount : 0
  const mark = first.incomplete === true ? { incomplete: true as const } : {}
  return { ...second, amount: rounded(before + second.amount), ...mark }
}

/** Removes floating-point errors; twelve decimals are far below any price. */
function rounded(amount: number): number {
  return Number(amount.toFixed(12))
}
