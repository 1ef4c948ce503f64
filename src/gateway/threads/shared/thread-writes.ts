import { setTimeout as sleep } from 'node:timers/promises'
import type { HistoryChanges, PlacedMessage } from '../../ag-ui/history.ts'
import type { ThreadStatus } from './thread-status.ts'
import { textOf, type ThreadRecord } from '../thread-store.ts'

/** Changes of a thread that are not stored yet. */
interface Unsaved {
  /** Undefined if the record did not change, null if the thread was removed. */
  record?: ThreadRecord | null
  status?: ThreadStatus
  readonly put: Map<string, PlacedMessage>
  readonly removed: Set<string>
}

/** A change of a thread; `record` is null for a removed thread. */
export interface ThreadChange {
  record?: ThreadRecord | null
  status?: ThreadStatus
  changes?: HistoryChanges
}

export interface ThreadWritesOptions {
  /** Calls `save_thread` with the values after the owner. Returns false if another gateway owns the thread. */
  save: (id: string, values: readonly unknown[]) => Promise<boolean>
  onRefused: (id: string) => void
  warn: (message: string) => void
}

const retryMs = 500

/** Writes the changes of threads in order. Changes of one thread that wait are joined. */
export class ThreadWrites {
  readonly #options: ThreadWritesOptions
  readonly #unsaved = new Map<string, Unsaved>()
  readonly #writing = new Map<string, Promise<void>>()
  #hasFailed = false
  #isStopped = false

  constructor(options: ThreadWritesOptions) {
    this.#options = options
  }

  add(id: string, { record, status, changes }: ThreadChange): void {
    const unsaved: Unsaved = this.#unsaved.get(id) ?? { put: new Map(), removed: new Set() }
    this.#unsaved.set(id, unsaved)
    if (record !== undefined) unsaved.record = record
    if (status !== undefined) unsaved.status = status
    for (const gone of changes?.removed ?? []) {
      unsaved.put.delete(gone)
      unsaved.removed.add(gone)
    }
    for (const placed of changes?.put ?? []) {
      unsaved.removed.delete(placed.message.id)
      unsaved.put.set(placed.message.id, placed)
    }
    if (!this.#writing.has(id)) this.#start(id)
  }

  isPending(id: string): boolean {
    return this.#writing.has(id)
  }

  /** Resolves when the changes of a thread, or of all, are stored or refused. */
  async stored(id?: string): Promise<void> {
    if (id === undefined) await Promise.all(this.#writing.values())
    else await this.#writing.get(id)
  }

  /** Gives up the changes of a thread that another gateway owns now. */
  drop(id: string): void {
    this.#unsaved.delete(id)
  }

  /** Makes no further attempts. */
  stop(): void {
    this.#isStopped = true
  }

  #start(id: string): void {
    const writing = this.#write(id).finally(() => {
      this.#writing.delete(id)
      if (this.#unsaved.has(id) && !this.#isStopped) this.#start(id)
    })
    this.#writing.set(id, writing)
  }

  async #write(id: string): Promise<void> {
    const { save, onRefused, warn } = this.#options
    for (;;) {
      const unsaved = this.#unsaved.get(id)
      if (unsaved === undefined) return
      this.#unsaved.delete(id)
      try {
        if (!(await save(id, valuesOf(unsaved)))) onRefused(id)
        this.#hasFailed = false
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (!this.#hasFailed) warn(`Could not store the thread ${JSON.stringify(id)}: ${reason}`)
        this.#hasFailed = true
        this.#restore(id, unsaved)
        if (this.#isStopped) return
        await sleep(retryMs)
      }
    }
  }

  /** Puts changes back below those that came meanwhile. */
  #restore(id: string, earlier: Unsaved): void {
    const later = this.#unsaved.get(id)
    this.#unsaved.set(id, earlier)
    if (later === undefined) return
    const { put, removed, ...rest } = later
    Object.assign(earlier, rest)
    for (const gone of removed) {
      earlier.put.delete(gone)
      earlier.removed.add(gone)
    }
    for (const [again, placed] of put) {
      earlier.removed.delete(again)
      earlier.put.set(again, placed)
    }
  }
}

/** PostgreSQL stores no null character in text. Bodies are JSON, which escapes it. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed()

function valuesOf({ record, status, put, removed }: Unsaved): unknown[] {
  const placed = [...put.values()]
  return [
    status ?? null,
    record === null ? null : record === undefined ? [] : rowOf(record),
    Array.from(removed, keyOf),
    placed.map(({ message }) => keyOf(message.id)),
    placed.map(({ position }) => position),
    placed.map(({ message }) => clean(textOf(message))),
    placed.map(({ message }) => JSON.stringify(message)),
  ]
}

function rowOf(record: ThreadRecord): string[] {
  const { agent, title, updatedAt, isArchived } = record
  return [agent, clean(title), String(updatedAt), String(isArchived), JSON.stringify(record)]
}

/** An id as a key: text of PostgreSQL can hold neither a null character nor half a character. */
export function keyOf(id: string): string {
  return /[\0%]/.test(id) || !id.isWellFormed() ? encodeURIComponent(id.toWellFormed()) : id
}
