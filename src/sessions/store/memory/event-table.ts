import type { Retention } from '../retention.ts'
import type { EventQuery, LoggedEvent } from '../session-store.ts'
import { storableEvent } from '../storable-event.ts'
import type { UndoLog } from './undo-log.ts'

/** Events in memory, by cursor; drops the oldest beyond the retention. */
export class EventTable {
  readonly #undo: UndoLog
  readonly #retention: Retention
  readonly #entries: LoggedEvent[] = []
  /** The number of removed events. */
  #cut = 0

  constructor(undo: UndoLog, retention: Retention) {
    this.#undo = undo
    this.#retention = retention
  }

  append({ at, session, event }: Omit<LoggedEvent, 'cursor'>): LoggedEvent {
    const entry = { cursor: this.lastCursor + 1, at, session, event: storableEvent(event) }
    this.#entries.push(entry)
    this.#undo.record(() => this.#entries.pop())
    const oldest = this.#retention(entry.cursor)
    if (oldest !== undefined) this.#cutTo(oldest)
    return entry
  }

  list({ after = 0, session, types, limit = Infinity }: EventQuery): LoggedEvent[] {
    const found: LoggedEvent[] = []
    for (let at = Math.max(0, after - this.#cut); at < this.#entries.length && found.length < limit; at++) {
      const entry = this.#entries[at]
      if (entry === undefined || (session !== undefined && entry.session !== session)) continue
      if (types === undefined || types.includes(entry.event.type)) found.push(entry)
    }
    return found
  }

  get lastCursor(): number {
    return this.#cut + this.#entries.length
  }

  get firstCursor(): number {
    return this.#cut + 1
  }

  startAfter(cursor: number): void {
    if (this.#entries.length === 0) this.#cut = cursor
  }

  #cutTo(cursor: number): void {
    const removed = this.#entries.splice(0, cursor - this.#cut)
    this.#cut += removed.length
    this.#undo.record(() => {
      this.#entries.unshift(...removed)
      this.#cut -= removed.length
    })
  }
}
