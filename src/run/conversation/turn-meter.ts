import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { TransportUsage } from '../../agents/definition/definition-usage.ts'
import type { StoredSession } from '../../agents/command-line/stored-usage.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import type { Cost, RunUsage, TokenUsage } from '../../events/usage.ts'
import { addTokens, readCounts, totalOf } from '../budget/token-counts.ts'

/** An agent may write its files shortly after it has answered. */
const pauseMs = 100
const attempts = 6

/** How to read token counts if the agent's definition says nothing about them. */
const asReported: TransportUsage = { tokens: 'turn' }

/** The usage of a new session, shared by all of them. */
const nothing: RunUsage = {}

/** Measures the usage of each turn, from the agent's reports and from its files. */
export class TurnMeter {
  readonly #definition: Pick<AgentDefinition, 'storedUsage'>
  readonly #usage: TransportUsage
  /** The usage of the session before the turn; undefined if unknown. */
  #before: RunUsage | undefined
  /** The tokens that the process reported before the turn. */
  #reported: TokenUsage | undefined

  constructor(definition: Pick<AgentDefinition, 'usage' | 'storedUsage'>, transport: Transport) {
    this.#definition = definition
    this.#usage = definition.usage?.[transport] ?? asReported
  }

  /** The cost of the session before the turn; undefined if unknown. */
  get costBefore(): Cost | undefined {
    return this.#before === undefined ? undefined : (this.#before.cost ?? { amount: 0, currency: 'USD' })
  }

  /** Starts measuring a session: a new one, one with readable files, or one of unknown usage. */
  async open(session: StoredSession | 'new' | 'unknown'): Promise<void> {
    this.#reported = undefined
    if (session === 'unknown') this.#before = undefined
    else this.#before = session === 'new' ? nothing : await this.#read(session)
  }

  /** The usage of the running turn so far, from the agent's files. */
  async soFar(session: StoredSession): Promise<RunUsage | undefined> {
    const before = this.#before
    const now = before === undefined ? undefined : await this.#read(session)
    const tokens = now?.tokens === undefined ? undefined : addTokens(now.tokens, before?.tokens, -1)
    // Zero means that the agent has not written its usage yet.
    return tokens === undefined || totalOf(tokens) === 0 ? undefined : { tokens }
  }

  /** Ends a turn and returns its tokens; the next turn is counted from here. */
  async end(
    session: StoredSession | undefined,
    { tokens, isCancelled }: { tokens: TokenUsage | undefined; isCancelled: boolean },
  ): Promise<TokenUsage | undefined> {
    const reported = this.#reportedTokens(tokens)
    // Many agents report nothing for a cancelled turn, but have written earlier calls to their files.
    const isMissing = reported === undefined || (isCancelled && totalOf(reported) === 0)
    const isComplete = this.#usage.stored !== true && !isMissing
    if (session === undefined || this.#definition.storedUsage === undefined || isComplete) return reported
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

  /** Reads until the files contain the reported tokens. */
  async #readAfter(
    session: StoredSession,
    { reported, isCancelled }: { reported: TokenUsage | undefined; isCancelled: boolean },
  ): Promise<RunUsage | undefined> {
    const least = Math.max(1, totalOf(reported) ?? 1)
    for (let attempt = 1; ; attempt++) {
      const after = await this.#read(session)
      const used = totalOf(addTokens(after?.tokens, this.#before?.tokens, -1)) ?? 0
      if (isCancelled || used >= least || attempt === attempts) return after
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** Returns undefined for files of an unknown format, such as those of another release. */
  async #read(session: StoredSession): Promise<RunUsage | undefined> {
    try {
      const read = await this.#definition.storedUsage?.()
      return await read?.(session)
    } catch {
      return undefined
    }
  }
}
