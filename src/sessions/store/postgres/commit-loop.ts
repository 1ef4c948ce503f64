import { createIdFactory } from '../../../core/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { readEntry } from './log-entry.ts'
import type { Replica } from './replica.ts'

/** Transactions per batch. */
const maxBatch = 256
/** Pause after a failure. */
const pauseMs = 200

export interface CommitLoopOptions {
  database: Database
  schema: string
  replica: Replica
  /** How often the log is read without a notification. */
  pollMs: number
  onWarning: (message: string, cause?: unknown) => void
  /** The log was cut before this node read it. */
  onBehind: () => Promise<void>
}

interface Batch {
  id: string
  node: string
  count: number
  body: string
}

/** Commits the pending transactions of a node in groups, and applies the commits of all nodes in order. */
export class CommitLoop {
  readonly #options: CommitLoopOptions
  readonly #createId = createIdFactory()
  readonly #commit: string
  /** Sent and not answered: retried unchanged, because it may have been committed. */
  #batch: Batch | undefined
  #wake = Promise.withResolvers<void>()
  #isWoken = true
  #isStopped = false
  #hasFailed = false
  #isInRound = false
  /** Finished rounds. */
  #rounds = 0
  #refreshing: (() => void)[] = []
  #running: Promise<void> = Promise.resolve()

  constructor(options: CommitLoopOptions) {
    this.#options = options
    this.#commit = `SELECT * FROM ${options.schema}.commit_batch($1, $2, $3, $4)`
  }

  start(): void {
    this.#running = this.#run()
  }

  /** The number of transactions in flight. */
  get inFlight(): number {
    return this.#batch?.count ?? 0
  }

  wake(): void {
    this.#isWoken = true
    this.#wake.resolve()
  }

  /** Resolves after a round that began after this call. */
  async refresh(): Promise<void> {
    const until = this.#rounds + (this.#isInRound ? 2 : 1)
    while (this.#rounds < until && !this.#isStopped) {
      this.wake()
      await new Promise<void>((resolve) => this.#refreshing.push(resolve))
    }
  }

  /** Ends after the pending transactions are committed, or at the first failure. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { replica, onWarning } = this.#options
    while (!this.#isStopped || replica.pending.length > 0) {
      if (!this.#isWoken && replica.pending.length === 0 && this.#batch === undefined) await this.#pause()
      this.#isWoken = false
      try {
        this.#isInRound = true
        await this.#round()
        this.#rounds++
        this.#hasFailed = false
      } catch (error) {
        if (this.#isStopped) return
        if (!this.#hasFailed) onWarning('Cannot reach PostgreSQL', error)
        this.#hasFailed = true
        this.#isWoken = true
        await sleep(pauseMs)
      } finally {
        this.#isInRound = false
        for (const resolve of this.#refreshing.splice(0)) resolve()
      }
    }
  }

  /** Waits for a wake-up or the next poll. */
  async #pause(): Promise<void> {
    this.#wake = Promise.withResolvers<void>()
    const over = setTimeout(this.#wake.resolve, this.#options.pollMs)
    await this.#wake.promise
    clearTimeout(over)
  }

  async #round(): Promise<void> {
    const { database, replica, onBehind } = this.#options
    this.#batch ??= this.#nextBatch()
    const batch = this.#batch
    const rows = await database.query(this.#commit, [
      batch?.node ?? replica.node,
      batch?.id ?? null,
      replica.applied,
      batch?.body ?? null,
    ])
    const entries = rows.map(readEntry)
    const [first] = entries
    if (first !== undefined && first.position > replica.applied + 1) {
      await onBehind()
      this.#batch = undefined
      return
    }
    replica.apply(entries, batch)
    if (batch === undefined || entries.some(({ batch: id }) => id === batch.id)) this.#batch = undefined
    if (entries.length > 1) this.#isWoken = true
  }

  #nextBatch(): Batch | undefined {
    const { replica } = this.#options
    const transactions = replica.pending.slice(0, maxBatch).map(({ transaction }) => transaction)
    if (transactions.length === 0) return undefined
    return {
      id: this.#createId('bat'),
      node: replica.node,
      count: transactions.length,
      body: JSON.stringify(transactions),
    }
  }
}
