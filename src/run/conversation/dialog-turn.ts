import type { OutputEnd } from '../../agents/command-line/output-reader.ts'
import type { CapstanError } from '../../core/capstan-error.ts'
import type { Cost, TokenUsage } from '../../events/usage.ts'
import { failureError } from './provider-error.ts'
import { addTokens } from '../budget/token-counts.ts'
import type { TurnResult } from '../api/run-conversation.ts'

/** The usage before a turn. */
export type UsedBefore = Pick<OutputEnd, 'tokens' | 'cost'>

/** One turn of a long-running conversation. */
export class DialogTurn {
  readonly #result = Promise.withResolvers<TurnResult>()
  readonly #begun = Promise.withResolvers<void>()
  readonly #before: UsedBefore
  isCancelled = false
  hasBegun = false
  isOver = false

  constructor(before: UsedBefore) {
    this.#before = before
  }

  get result(): Promise<TurnResult> {
    return this.#result.promise
  }

  /** Resolves when the agent starts working on the turn, or the turn has ended. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  begin(): void {
    this.hasBegun = true
    this.#begun.resolve()
  }

  end({ stopReason, tokens, cost, error }: OutputEnd): void {
    this.#close()
    const counts = countsSince(this.#before, { tokens, cost })
    if (this.isCancelled) this.#result.resolve({ stopReason: 'cancelled', ...counts })
    else if (error === undefined) this.#result.resolve({ stopReason, ...counts })
    else this.#result.reject(failureError(error))
  }

  /** Fails the turn after the process has ended. */
  fail(error: CapstanError): void {
    this.#close()
    this.#result.reject(error)
  }

  #close(): void {
    this.isOver = true
    this.#begun.resolve()
  }
}

function countsSince(
  before: UsedBefore,
  { tokens, cost }: { tokens: TokenUsage | undefined; cost: Cost | undefined },
): Pick<TurnResult, 'tokens' | 'cost'> {
  const used = tokens === undefined ? undefined : addTokens(tokens, before.tokens, -1)
  const spent = cost === undefined ? undefined : cost.amount - (before.cost?.amount ?? 0)
  return {
    ...(used === undefined ? {} : { tokens: used }),
    // Removes floating-point errors; twelve decimals are far below any price.
    ...(cost === undefined || spent === undefined
      ? {}
      : { cost: { ...cost, amount: Number(spent.toFixed(12)) } }),
  }
}
