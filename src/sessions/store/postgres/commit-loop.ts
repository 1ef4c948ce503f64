import { CapstanError } from '../../../core/capstan-error.ts'
import { createIdFactory } from '../../../core/ids.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './database.ts'
import { readEntry } from './log-entry.ts'
import { timedOut } from './postgres-errors.ts'
import type { Replica } from './replica.ts'

/** Transactions per batch. */
const maxBatch = 256
/** How many times smaller the next batch is if the server canceled one, until a single transaction is left. */
const shrinkBy = 4
/** Canceled batches in a row, each smaller than the previous one, before transactions are refused. */
const maxCanceled = 5
/** The pause after the first failure in a row, which doubles up to the longest one. */
const pauseMs = 200
const maxPauseMs = 1600

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
  /** Failures in a row. */
  #failures = 0
  /** Batches in a row that the server canceled. */
  #canceled = 0
  #batchLimit = maxBatch
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
    const { replica } = this.#options
    while (!this.#isStopped || replica.pending.length > 0) {
      if (!this.#isWoken && replica.pending.length === 0 && this.#batch === undefined) await this.#pause()
      this.#isWoken = false
      try {
        this.#isInRound = true
        await this.#round()
        this.#rounds++
        this.#failures = 0
        this.#canceled = 0
        this.#batchLimit = Math.min(this.#batchLimit * shrinkBy, maxBatch)
      } catch (error) {
        if (this.#isStopped) return
        this.#isWoken = true
        this.#onFailure(error)
        await sleep(Math.min(pauseMs * 2 ** (this.#failures - 1), maxPauseMs))
      } finally {
        this.#isInRound = false
        for (const resolve of this.#refreshing.splice(0)) resolve()
      }
    }
  }

  /** A batch whose outcome is unknown is sent again. One that the server canceled is not stored: the next one is smaller. */
  #onFailure(error: unknown): void {
    const { onWarning, replica } = this.#options
    const isCanceled = CapstanError.isInstance(error) && error.code === 'STORE_TIMEOUT'
    if (this.#failures++ === 0)
      onWarning(isCanceled ? 'PostgreSQL does not commit in time' : 'Cannot reach PostgreSQL', error)
    if (!isCanceled || this.#batch === undefined) return
    const { count } = this.#batch
    this.#batch = undefined
    this.#canceled++
    if (this.#canceled < maxCanceled) {
      this.#batchLimit = Math.max(1, Math.floor(count / shrinkBy))
      return
    }
    // A single transaction takes too long. If the next batch does too, it is the server: that one is refused as a whole.
    this.#batchLimit = maxBatch
    replica.giveUp(count, timedOut(error, this.#canceled))
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
    const transactions = replica.pending.slice(0, this.#batchLimit).map(({ transaction }) => transaction)
    if (transactions.length === 0) return undefined
    return {
      id: this.#createId('bat'),
      node: replica.node,
      count: transactions.length,
      body: JSON.stringify(transactions),
    }
  }
}
