import type { AgentEvent } from '../../events/event.ts'
import type { Cost, RunUsage, TokenUsage } from '../../events/usage.ts'
import type { ModelPrice } from '../../models/model-record.ts'
import { BudgetExceededError } from './budget-exceeded-error.ts'
import { computedCost } from './computed-cost.ts'
import type { TurnResult } from '../api/run-conversation.ts'
import { addTokens, totalOf } from './token-counts.ts'

/** What a run may use. */
export interface BudgetLimits {
  maxCostUsd?: number
  maxTokens?: number
  maxTurns?: number
}

/**
 * Counts what a run uses. Agents report the cost of the whole session so far: the last value counts, less what the
 * session had cost before the run. Where they report none, the tokens of the run are priced.
 */
export class Budget {
  readonly #limits: BudgetLimits
  /** Undefined while it is not known: a session that is resumed has cost something. */
  #costBefore: Cost | undefined
  #cost: Cost | undefined
  #price: (() => ModelPrice | undefined) | undefined
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

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /**
   * What the session had cost before, where that is known, and the price of the model. The price is asked for with the
   * first tokens: looking it up reads the data of all models of the agent, and the prompt would wait for it.
   */
  start({ costBefore, price }: { costBefore?: Cost | undefined; price: () => ModelPrice | undefined }): void {
    this.#costBefore ??= costBefore
    this.#price = price
  }

  /** What the run has cost: as the agent reports it, otherwise by its tokens. */
  get cost(): Cost | undefined {
    const { tokens } = this
    const cost = this.#reportedCost ?? computedCost(tokens, this.#price, this.#longestPrompt)
    if (cost === undefined) return undefined
    const isIncomplete = this.#isIncomplete || (cost.source === 'computed' && tokens?.incomplete === true)
    if (!isIncomplete) return cost
    return cost.amount === 0 ? undefined : { ...cost, incomplete: true }
  }

  /** What the whole session has cost, as last reported. */
  get sessionCost(): Cost | undefined {
    return this.#cost ?? this.#costBefore
  }

  /** Tokens of all turns of the run. */
  get tokens(): TokenUsage | undefined {
    const tokens = addTokens(this.#ended.tokens, this.#turn.tokens)
    if (tokens === undefined || !(this.#isIncomplete || this.#lacksTokens)) return tokens
    return { ...tokens, incomplete: true }
  }

  /** Both. */
  get used(): RunUsage {
    const { tokens, cost } = this
    return { ...(tokens === undefined ? {} : { tokens }), ...(cost === undefined ? {} : { cost }) }
  }

  get turns(): number {
    return this.#turns
  }

  /** Whether a limit is set that the usage decides. */
  get isLimited(): boolean {
    return this.#limits.maxCostUsd !== undefined || this.#limits.maxTokens !== undefined
  }

  /** The limits that could not be enforced, since the run ended without the figure they are about. */
  get unenforced(): ('maxCostUsd' | 'maxTokens')[] {
    const { maxCostUsd, maxTokens } = this.#limits
    if (!this.#hasBegun) return []
    return [
      ...(maxCostUsd !== undefined && this.cost?.currency !== 'USD' ? (['maxCostUsd'] as const) : []),
      ...(maxTokens !== undefined && totalOf(this.tokens) === undefined ? (['maxTokens'] as const) : []),
    ]
  }

  /** Takes note of an event; gives the error when a limit is passed with it. */
  observe(event: AgentEvent): BudgetExceededError | undefined {
    if (event.type === 'session.recovered' && event.contextLost) this.#costBefore = nothing
    if (event.type !== 'usage.updated') return undefined
    this.#longestPrompt = Math.max(this.#longestPrompt, event.context?.used ?? 0)
    if (event.cost === undefined) return undefined
    const cost = event.cost ?? undefined
    // What is reported before the first turn was spent before the run.
    if (!this.#hasBegun) this.#costBefore = cost
    else this.#cost = cost
    return this.#breach()
  }

  /** Takes note of what the running turn has used so far; gives the error when a limit is passed with it. */
  observeTurn(used: RunUsage): BudgetExceededError | undefined {
    this.#turn = used
    return this.#breach()
  }

  /** Takes note of the end of a turn; gives the error when a limit is passed with it. */
  endTurn({
    tokens,
    cost,
    stopReason,
  }: Pick<TurnResult, 'tokens' | 'cost' | 'stopReason'>): BudgetExceededError | undefined {
    this.#turns++
    if (stopReason === 'cancelled') this.#isIncomplete = true
    // An agent that counts nothing of a cancelled turn says 0.
    const isUncounted = stopReason === 'cancelled' && totalOf(tokens) === 0
    const known = isUncounted || tokens === undefined ? this.#turn.tokens : tokens
    const turn = { tokens: known, cost: cost ?? this.#turn.cost }
    if (known === undefined) this.#lacksTokens = true
    this.#ended = sum(this.#ended, turn)
    this.#turn = {}
    return this.#breach()
  }

  /** A turn has failed: what it used up to then is all that is known. */
  failTurn(used: RunUsage | undefined): void {
    this.#isIncomplete = true
    this.#ended = sum(this.#ended, { ...used, ...this.#turn })
    this.#turn = {}
  }

  /** Takes note of the beginning of a turn; gives the error when it may not begin. */
  beginTurn(): BudgetExceededError | undefined {
    this.#hasBegun = true
    const { maxTurns } = this.#limits
    if (maxTurns === undefined || this.#turns < maxTurns) return undefined
    return new BudgetExceededError('maxTurns', { limit: maxTurns, used: this.#turns })
  }

  get #reportedCost(): Cost | undefined {
    const cost = addCosts(this.#ended.cost, this.#turn.cost) ?? this.#sessionShare
    // An agent without a price for its model says 0.
    return cost?.amount === 0 && (totalOf(this.tokens) ?? 0) > 0 && this.#price?.() !== undefined
      ? undefined
      : cost
  }

  /** What the session has cost since the run began; undefined when it is not known what it had cost before. */
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
  return { ...second, amount: rounded(before + second.amount) }
}

/** Twelve places are far below any price, and above what adding fractions gets wrong. */
function rounded(amount: number): number {
  return Number(amount.toFixed(12))
}
