import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { Clock } from '../../core/clock.ts'
import type { LoggedEvent, SessionStore } from '../store/session-store.ts'

/** The stored events and their listeners. */
export class EventLog {
  readonly #store: SessionStore
  readonly #clock: Clock
  readonly #warn: (message: string, cause?: unknown) => void
  readonly #listeners = new Set<(entry: LoggedEvent) => void>()
  /** Stored events that listeners have not received. */
  readonly #untold: LoggedEvent[] = []
  #depth = 0
  #telling = false

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
  }

  get lastCursor(): number {
    return this.#store.lastCursor()
  }

  /** Stores an event and publishes it once its transaction is committed. */
  append(participant: string, event: AgentSessionEvent): LoggedEvent {
    const entry = this.#store.appendEvent({ at: this.#clock.now(), session: participant, event })
    this.#untold.push(entry)
    this.#tell()
    return entry
  }

  /** Runs a store transaction. Its events are published after the commit, or dropped if it fails. */
  transaction<Result>(work: () => Result): Result {
    const mark = this.#untold.length
    this.#depth++
    let isWhole = false
    try {
      const result = this.#store.transaction(work)
      isWhole = true
      return result
    } finally {
      this.#depth--
      if (!isWhole) this.#untold.length = mark
      this.#tell()
    }
  }

  /** Receives every future event. Returns a function that unsubscribes. */
  subscribe(listener: (entry: LoggedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Publishes in log order, including events that listeners cause. */
  #tell(): void {
    if (this.#depth > 0 || this.#telling) return
    this.#telling = true
    // Listeners may append to this list.
    for (const entry of this.#untold) {
      for (const listener of this.#listeners) this.#tellOne(listener, entry)
    }
    this.#untold.length = 0
    this.#telling = false
  }

  #tellOne(listener: (entry: LoggedEvent) => void, entry: LoggedEvent): void {
    try {
      listener(entry)
    } catch (error) {
      this.#warn(`A listener for ${entry.event.type} threw`, error)
    }
  }
}
