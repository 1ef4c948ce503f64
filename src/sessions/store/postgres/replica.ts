import { CapstanError } from '../../../core/capstan-error.ts'
import { createTables, type Tables } from '../memory.ts'
import { UndoLog } from '../memory/undo-log.ts'
import type { RetentionOptions } from '../retention.ts'
import type { SharedListener } from '../shared-state.ts'
import { storeConflict } from '../store-errors.ts'
import { applyChange, type Change, type Effect, type Fence } from './change.ts'
import { Leases } from './leases.ts'
import type { LogEntry, Refusal } from './log-entry.ts'
import { type News, noNews, settle, takeBack } from './news.ts'
import { Pending } from './pending.ts'
import { notOwner, unavailable } from './postgres-errors.ts'

/** Transactions that may wait for the database. */
const maxPending = 20_000

/**
 * The state of a node: everything that is committed, in the order of the log, and on top the transactions of this node
 * that are not committed yet. Commits of others go below them: they are undone, and done again afterwards.
 */
export class Replica {
  tables: Tables
  leases: Leases
  /** The position of the newest applied log entry. */
  applied = 0
  /** Oldest first. */
  readonly pending: Pending[] = []
  node: string
  readonly #undo: UndoLog
  readonly #listeners = new Set<SharedListener>()
  readonly #onPending: () => void
  readonly #retention: Parameters<typeof createTables>[1]
  #current: Pending | undefined
  /** The transactions made in `track`. */
  #tracked: Pending[] | undefined

  constructor(options: RetentionOptions & { node: string; onPending: () => void }) {
    this.node = options.node
    this.#onPending = options.onPending
    // The owner of a session ends its deliveries.
    this.#retention = { ...options, isOurs: (recipient) => this.mayWrite(recipient) }
    this.#undo = new UndoLog((steps) => {
      if (this.#current !== undefined) this.#current.undo = steps
    })
    this.tables = createTables(this.#undo, this.#retention)
    this.leases = new Leases(this.#undo)
  }

  transaction<Result>(work: () => Result): Result {
    if (this.#current !== undefined) return this.#nested(this.#current, work)
    if (this.pending.length >= maxPending) throw unavailable()
    const pending = new Pending()
    this.#current = pending
    try {
      const result = this.#undo.transaction(work)
      if (pending.steps.length > 0) {
        this.pending.push(pending)
        this.#tracked?.push(pending)
        this.#onPending()
      } else pending.done.resolve()
      return result
    } catch (error) {
      pending.done.reject(error)
      throw error
    } finally {
      this.#current = undefined
    }
  }

  /** Applies a change of this node within a transaction. */
  change<Result>(make: () => { change: Change; result: Result; effect?: Effect; fence?: Fence }): Result {
    return this.transaction(() => {
      const { change, result, effect = {}, fence } = make()
      this.#current?.steps.push({ change, effect, ...(fence === undefined ? {} : { fence }) })
      return result
    })
  }

  /** The fence for a write for a session. Claims a session without an owner. @throws CapstanError `NOT_OWNER`. */
  fence(session: string): Fence {
    const lease = this.leases.get(session)
    if (lease === undefined) return { session, epoch: 0 }
    if (lease.node === undefined) this.claim(session)
    else if (lease.node !== this.node) throw notOwner(session)
    return { session, epoch: this.leases.epochOf(session) }
  }

  /** Whether this node is the owner of the session, or nobody is. */
  mayWrite(session: string): boolean {
    const lease = this.leases.get(session)
    return lease?.node === undefined || lease.node === this.node
  }

  claim(session: string): void {
    const epoch = this.leases.epochOf(session) + 1
    this.change(() => {
      this.leases.put(session, { node: this.node, epoch })
      return { change: { kind: 'claim', session, epoch }, result: undefined, fence: { session, epoch } }
    })
  }

  unclaim(session: string): void {
    if (!this.leases.isOwnedBy(session, this.node)) return
    const epoch = this.leases.epochOf(session) + 1
    this.change(() => {
      this.leases.put(session, { node: undefined, epoch })
      return { change: { kind: 'unclaim', session, epoch }, result: undefined }
    })
  }

  /** Runs `work` and resolves when its transactions, and all it may have read, are committed. */
  async durably<Result>(work: () => Result): Promise<Result> {
    const outer = this.#tracked
    // In a transaction, its commit is the one to wait for.
    const own: Pending[] = this.#current === undefined ? [] : [this.#current]
    this.#tracked = own
    let result: Result
    try {
      result = work()
    } finally {
      this.#tracked = outer
      outer?.push(...own)
    }
    for (const pending of own) pending.isAwaited = true
    const others = this.pending.filter((pending) => !own.includes(pending)).map(({ done }) => done.promise)
    // The first refusal is the reason for those that follow from it, and ends the wait.
    await Promise.all([Promise.all(own.map(({ done }) => done.promise)), Promise.allSettled(others)])
    return result
  }

  subscribe(listener: SharedListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Applies log entries in order. `batch` names the batch in flight, the first `count` pending transactions. */
  apply(entries: readonly LogEntry[], batch: { id: string; count: number } | undefined): void {
    const fresh = entries.filter(({ position }) => position > this.applied)
    if (fresh.length === 0) return
    const news = noNews()
    const isSimple = fresh.every(
      (entry) => entry.batch === batch?.id && entry.outcomes.every((outcome) => outcome === null),
    )
    if (isSimple) for (const pending of this.pending.splice(0, batch?.count)) settle(pending, news)
    else this.#rebase(fresh, { batch, news })
    this.applied = fresh.at(-1)?.position ?? this.applied
    this.#publish(news)
  }

  /** Replaces everything by what `fill` puts into the empty tables. Pending transactions are refused. */
  reset(fill: () => void): void {
    const owned = this.leases.of(this.node)
    const known = this.tables.participants()
    this.abandon()
    this.tables = createTables(this.#undo, this.#retention)
    this.leases = new Leases(this.#undo)
    fill()
    const news = noNews()
    for (const { identity } of [...known, ...this.tables.participants()]) news.participants.add(identity.id)
    for (const each of this.tables.deliveries({ states: ['pending'] })) news.deliveries.set(each.id, each)
    for (const id of owned) if (!this.leases.isOwnedBy(id, this.node)) news.lost.add(id)
    this.#publish(news)
  }

  /** Refuses all pending transactions. */
  abandon(): void {
    for (const { done } of this.pending.splice(0)) done.reject(unavailable())
  }

  /**
   * Refuses those of the oldest `count` transactions that somebody waits for; the database has rolled them all back.
   * The others, such as the outcome of a delivery, have to be stored sometime.
   */
  giveUp(count: number, error: CapstanError): void {
    for (const pending of this.pending.toReversed()) pending.undoAll()
    const news = noNews()
    for (const [index, pending] of this.pending.splice(0).entries()) {
      if (index >= count || !pending.isAwaited) this.#again(pending, news)
      else {
        takeBack(pending, news)
        pending.done.reject(error)
      }
    }
    this.#publish(news)
  }

  /**
   * The lease of this node lapsed: it owns nothing anymore and continues under another id. Pending transactions of its
   * sessions are refused; `inFlight` are left to the database.
   */
  becomeNode(node: string, inFlight: number): void {
    const lost = this.leases.of(this.node)
    this.node = node
    const later = this.pending.splice(inFlight)
    for (const pending of later.toReversed()) pending.undoAll()
    const news = { ...noNews(), lost: new Set(lost) }
    for (const pending of later) this.#again(pending, news)
    this.#publish(news)
  }

  #nested<Result>(current: Pending, work: () => Result): Result {
    const mark = current.steps.length
    try {
      return this.#undo.transaction(work)
    } catch (error) {
      current.steps.length = mark
      throw error
    }
  }

  #rebase(
    entries: readonly LogEntry[],
    { batch, news }: { batch: { id: string; count: number } | undefined; news: News },
  ): void {
    for (const pending of this.pending.toReversed()) pending.undoAll()
    const settled: (() => void)[] = []
    for (const entry of entries) {
      if (entry.batch !== batch?.id) this.#applyForeign(entry, news)
      else {
        for (const [index, pending] of this.pending.splice(0, batch.count).entries()) {
          const refusal = entry.outcomes[index] ?? null
          if (refusal !== null) settled.push(() => this.#refuse(pending, refusal, news))
          else {
            this.#redo(pending, entry.node)
            settled.push(() => settle(pending, news))
          }
        }
      }
    }
    for (const pending of this.pending.splice(0)) this.#again(pending, news)
    for (const step of settled) step()
  }

  #applyForeign(entry: LogEntry, news: News): void {
    for (const [index, transaction] of (entry.transactions ?? []).entries()) {
      if ((entry.outcomes[index] ?? null) !== null) continue
      for (const change of transaction.changes) {
        if (change.kind === 'claim' && this.leases.isOwnedBy(change.session, this.node)) {
          news.lost.add(change.session)
        }
        const effect = applyChange(change, { tables: this.tables, leases: this.leases, node: entry.node })
        if (effect.participant !== undefined) news.participants.add(effect.participant)
        for (const delivery of effect.deliveries ?? []) news.deliveries.set(delivery.id, delivery)
        if (effect.event !== undefined) news.events.push(effect.event)
      }
    }
  }

  #redo(pending: Pending, node: string): void {
    const { tables, leases } = this
    for (const step of pending.steps) step.effect = applyChange(step.change, { tables, leases, node })
  }

  /** Does an uncommitted transaction again, or refuses it if a commit of another node rules it out. */
  #again(pending: Pending, news: News): void {
    this.#current = pending
    try {
      this.#undo.transaction(() => {
        this.#redo(pending, this.node)
        for (const { session, epoch } of pending.fences) {
          const lease = this.leases.get(session)
          const isValid =
            epoch === 0 ? lease === undefined : lease?.epoch === epoch && lease.node === this.node
          if (!isValid) throw notOwner(session)
        }
      })
      this.pending.push(pending)
    } catch (error) {
      takeBack(pending, news)
      pending.done.reject(CapstanError.isInstance(error) ? error : storeConflict('A record', error))
    } finally {
      this.#current = undefined
    }
  }

  #refuse(pending: Pending, { code, detail }: Refusal, news: News): void {
    if (code === 'NOT_OWNER') news.lost.add(detail)
    takeBack(pending, news)
    pending.done.reject(code === 'NOT_OWNER' ? notOwner(detail) : storeConflict(`A record (${detail})`))
  }

  #publish({ participants, deliveries, events, lost }: News): void {
    const changes = {
      participants: [...participants],
      deliveries: [...deliveries.values()],
      events: events.toSorted((left, right) => left.cursor - right.cursor),
    }
    for (const listener of this.#listeners) {
      if (lost.size > 0) listener.onLost?.([...lost])
      listener.onChanges?.(changes)
    }
  }
}
