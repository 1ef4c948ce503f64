import type { RunUsage, TokenUsage } from '../../events/usage.ts'
import type { ModelPrice } from '../../models/model-record.ts'
import type { ModelCall, ProviderFailure } from '../../proxy/model-call.ts'
import type { MeteredCalls, MeteredUsage } from '../api/metered-calls.ts'
import { computedCost } from './computed-cost.ts'
import { addTokens, totalOf } from './token-counts.ts'

/** Counts the model calls of a conversation from the provider's own answers. Each run begins a new count. */
export class UsageMeter implements MeteredCalls {
  readonly #priceOf: (model: string) => ModelPrice | undefined
  readonly #listeners = new Set<() => void>()
  #calls = new Map<string, ModelCall>()
  /** What the earlier run counted of the calls that it left running. */
  #counted = new Map<string, TokenUsage>()

  /** @param priceOf the price of a model of the agent, by the id that the provider knows */
  constructor(priceOf: (model: string) => ModelPrice | undefined) {
    this.#priceOf = priceOf
  }

  /** Forgets the calls that have ended: they belong to an earlier run. */
  begin(): void {
    const running = [...this.#calls].filter(([, { state }]) => state === 'running')
    this.#calls = new Map(running)
    this.#counted = new Map(running.map(([id, { tokens = {} }]) => [id, tokens]))
  }

  /** Counts a call, or what is new about it. */
  readonly observe = (call: ModelCall): void => {
    this.#calls.set(call.id, call)
    for (const listener of this.#listeners) listener()
  }

  /** Calls the listener after every change, until the returned function is called. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Tokens and cost of all calls; undefined before the first call. */
  get used(): MeteredUsage | undefined {
    const calls = Array.from(this.#calls.values(), (call) => this.#uncounted(call))
    if (calls.length === 0) return undefined
    const tokens = calls.reduce<TokenUsage | undefined>(
      (sum, call) => addTokens(sum, tokensOf(call)),
      undefined,
    )
    const cost = this.#costOf(calls)
    const steps = calls.filter(({ id, offersTools }) => offersTools && !this.#counted.has(id)).length
    return {
      ...(tokens === undefined ? {} : { tokens }),
      ...(cost === undefined ? {} : { cost }),
      steps,
    }
  }

  /** A call without what the earlier run counted of it. */
  #uncounted(call: ModelCall): ModelCall {
    const counted = this.#counted.get(call.id)
    if (counted === undefined || call.tokens === undefined) return call
    const { incomplete: _, ...tokens } = counted
    return { ...call, tokens: addTokens(call.tokens, tokens, -1) ?? {} }
  }

  /** The model that the provider named last. */
  get model(): string | undefined {
    return [...this.#calls.values()].findLast(({ model }) => model !== undefined)?.model
  }

  /** Why the last step failed; undefined if it did not, or before the first. */
  get failure(): ProviderFailure | undefined {
    const ended = [...this.#calls.values()].filter(({ state }) => state === 'ended')
    const steps = ended.filter(({ offersTools }) => offersTools)
    return (steps.at(-1) ?? ended.at(-1))?.failure
  }

  /** Resolves when no call is running, at most after this time. */
  async settled(milliseconds: number): Promise<void> {
    if (!this.#isRunning) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, milliseconds)
    const stop = this.watch(() => {
      if (!this.#isRunning) resolve()
    })
    await promise
    clearTimeout(timer)
    stop()
  }

  get #isRunning(): boolean {
    return [...this.#calls.values()].some(({ state }) => state === 'running')
  }

  /**
   * Undefined if nothing is known of what the calls cost. Calls of a model without a price are left out: one of them must
   * not keep the others from a limit.
   */
  #costOf(calls: readonly ModelCall[]): RunUsage['cost'] {
    let amount = 0
    let isIncomplete = false
    for (const call of calls) {
      const { model, requestedModel } = call
      const tokens = tokensOf(call)
      isIncomplete ||= tokens?.incomplete === true
      if (totalOf(tokens) === undefined) continue
      const prompt = (tokens?.input ?? 0) + (tokens?.cacheRead ?? 0) + (tokens?.cacheWrite ?? 0)
      const price =
        (model && this.#priceOf(model)) || (requestedModel && this.#priceOf(requestedModel)) || undefined
      const cost = computedCost({ input: 0, output: 0, ...tokens }, () => price, prompt)
      isIncomplete ||= cost === undefined
      amount += cost?.amount ?? 0
    }
    if (isIncomplete && amount === 0) return undefined
    return {
      amount: Number(amount.toFixed(12)),
      currency: 'USD',
      source: 'computed',
      ...(isIncomplete ? { incomplete: true } : {}),
    }
  }
}

/** The count of a running call may still grow, also if the provider has reported nothing yet. */
function tokensOf({ state, tokens }: ModelCall): TokenUsage | undefined {
  return state === 'ended' ? tokens : { ...tokens, incomplete: true }
}
