import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { Clock } from '../../core/clock.ts'
import { ignore } from '../../core/ignore.ts'
import type { LoggedEvent, SessionStore } from '../store/session-store.ts'

/** The stored events and their listeners. */
export class EventLog {
  readonly #store: SessionStore
  readonly #clock: Clock
  readonly #warn: (message: string, cause?: unknown) => void
  readonly #listeners = new Set<(entry: LoggedEvent) => void>()
  /** Stored events that listeners have not received. */
  readonly #unpublished: LoggedEvent[] = []
  readonly #afterCommit: { step: () => void; undo: () => void }[] = []
  /** 1 in a transaction. */
  #depth = 0
  #isPublishing = false

  constructor({
    store,
    clock,
    warn,
  }: {
    store: SessionStore
    clock: Clock
    warn: (message: string, cause?: unknown) => void
  }) {
    this.#store = store
    this.#clock = clock
    this.#warn = warn
    // A shared store publishes the events of all nodes, in the order of their cursors, when they are durable.
    store.shared?.subscribe({ onChanges: ({ events }) => this.#publishAll(events) })
  }

  get lastCursor(): number {
    return this.#store.lastCursor()
  }

  /** Stores an event and publishes it once its transaction is committed. */
  append(participant: string, event: AgentSessionEvent): LoggedEvent {
    const entry = this.#store.appendEvent({ at: this.#clock.now(), session: participant, event })
    if (this.#store.shared === undefined) {
      this.#unpublished.push(entry)
      this.#publish()
    }
    return entry
  }

  /**
   * Runs a store transaction, or joins the running one. Its events are published after the commit, or dropped if it
   * fails; then the work of `afterCommit` runs.
   */
  transaction<Result>(work: () => Result): Result {
    if (this.#depth > 0) return work()
    const mark = this.#unpublished.length
    this.#depth = 1
    let isWhole = false
    try {
      const result = this.#store.transaction(work)
      isWhole = true
      return result
    } finally {
      this.#depth = 0
      const after = this.#afterCommit.splice(0)
      if (!isWhole) this.#unpublished.length = mark
      this.#publish()
      for (const { step, undo } of after) (isWhole ? step : undo)()
    }
  }

  get isInTransaction(): boolean {
    return this.#depth > 0
  }

  /** Runs a step once the running transaction is committed, at once if there is none; `undo` if the commit fails. */
  afterCommit(step: () => void, undo: () => void = ignore): void {
    if (this.#depth > 0) this.#afterCommit.push({ step, undo })
    else step()
  }

  /** Receives every future event. Returns a function that unsubscribes. */
  subscribe(listener: (entry: LoggedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Publishes in log order, including events that listeners cause. */
  #publish(): void {
    if (this.#depth > 0 || this.#isPublishing) return
    this.#isPublishing = true
    // Listeners may append to this list.
    this.#publishAll(this.#unpublished)
    this.#unpublished.length = 0
    this.#isPublishing = false
  }

  #publishAll(entries: readonly LoggedEvent[]): void {
    for (const entry of entries) {
      for (const listener of this.#listeners) this.#notify(listener, entry)
    }
  }

  #notify(listener: (entry: LoggedEvent) => void, entry: LoggedEvent): void {
    try {
      listener(entry)
    } catch (error) {
      this.#warn(`A listener for ${entry.event.type} threw`, error)
    }
  }
}
