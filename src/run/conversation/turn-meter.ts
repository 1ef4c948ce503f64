import { setTimeout as delay } from 'node:timers/promises'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { TransportUsage } from '../../agents/definition/definition-usage.ts'
import type { StoredSession } from '../../agents/command-line/stored-usage.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import type { Cost, RunUsage, TokenUsage } from '../../events/usage.ts'
import { addTokens, readCounts, totalOf } from '../budget/token-counts.ts'

/** An agent may write its files a moment after it has answered. */
const pauseMs = 100
const attempts = 6

/** What the tokens of a turn are read with when nothing is known of the agent's counts. */
const asReported: TransportUsage = { tokens: 'turn' }

/** What a new session has used: one for all of them. */
const nothing: RunUsage = {}

/** Finds out what each turn of a conversation used: by what the agent reports, and by its own files. */
export class TurnMeter {
  readonly #definition: Pick<AgentDefinition, 'storedUsage'>
  readonly #usage: TransportUsage
  /** What the session had used before the turn; undefined when that is not known. */
  #before: RunUsage | undefined
  /** What the process had reported before the turn. */
  #reported: TokenUsage | undefined

  constructor(definition: Pick<AgentDefinition, 'usage' | 'storedUsage'>, transport: Transport) {
    this.#definition = definition
    this.#usage = definition.usage?.[transport] ?? asReported
  }

  /** What the session had cost before; undefined when that is not known. */
  get costBefore(): Cost | undefined {
    return this.#before === undefined ? undefined : (this.#before.cost ?? { amount: 0, currency: 'USD' })
  }

  /** A session begins or goes on: `new`, one whose files can be read, or one of which nothing is known. */
  async open(session: StoredSession | 'new' | 'unknown'): Promise<void> {
    this.#reported = undefined
    if (session === 'unknown') this.#before = undefined
    else this.#before = session === 'new' ? nothing : await this.#read(session)
  }

  /** What the running turn has used so far, as far as the agent's files say it. */
  async soFar(session: StoredSession): Promise<RunUsage | undefined> {
    const before = this.#before
    const now = before === undefined ? undefined : await this.#read(session)
    const tokens = now?.tokens === undefined ? undefined : addTokens(now.tokens, before?.tokens, -1)
    // Nothing is written down yet: that is not nothing used.
    return tokens === undefined || totalOf(tokens) === 0 ? undefined : { tokens }
  }

  /** The tokens of a turn that has ended; the next turn is counted from here. */
  async end(
    session: StoredSession | undefined,
    { tokens, isCancelled }: { tokens: TokenUsage | undefined; isCancelled: boolean },
  ): Promise<TokenUsage | undefined> {
    const reported = this.#reportedTokens(tokens)
    // Of a turn that was cancelled many report nothing, and have written down the calls before.
    const isMissing = reported === undefined || (isCancelled && totalOf(reported) === 0)
    if (session === undefined || (this.#usage.stored !== true && !isMissing)) return reported
    const before = this.#before
    const after = await this.#readAfter(session, { reported, isCancelled })
    this.#before = after
    if (before === undefined || after?.tokens === undefined) return reported
    const used = addTokens(after.tokens, before.tokens, -1)
    return totalOf(used) === 0 ? reported : used
  }

  #reportedTokens(tokens: TokenUsage | undefined): TokenUsage | undefined {
    if (tokens === undefined || this.#usage.tokens === 'none') return undefined
    const counts = readCounts(tokens, this.#usage)
    if (this.#usage.tokens === 'last-call') return { ...counts, incomplete: true }
    if (this.#usage.tokens !== 'process') return counts
    const used = addTokens(counts, this.#reported, -1)
    this.#reported = counts
    return used
  }

  /** Reads until what the agent reported is there. */
  async #readAfter(
    session: StoredSession,
    { reported, isCancelled }: { reported: TokenUsage | undefined; isCancelled: boolean },
  ): Promise<RunUsage | undefined> {
    const least = Math.max(1, totalOf(reported) ?? 1)
    for (let attempt = 1; ; attempt++) {
      const after = await this.#read(session)
      const used = totalOf(addTokens(after?.tokens, this.#before?.tokens, -1)) ?? 0
      if (isCancelled || used >= least || attempt === attempts) return after
      await delay(pauseMs)
    }
  }

  /** Files of another release may be of another shape: then nothing is known. */
  async #read(session: StoredSession): Promise<RunUsage | undefined> {
    try {
      const read = await this.#definition.storedUsage?.()
      return await read?.(session)
    } catch {
      return undefined
    }
  }
}
