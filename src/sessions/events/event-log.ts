import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type { Clock } from '../../core/clock.ts'
import type { LoggedEvent, SessionStore } from '../store/session-store.ts'

/** Everything that happened, in the store, and those who are told of it. */
export class EventLog {
  readonly #store: SessionStore
  readonly #clock: Clock
  readonly #warn: (message: string, cause?: unknown) => void
  readonly #listeners = new Set<(entry: LoggedEvent) => void>()
  /** Stored and not told yet. */
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

  /** Keeps an event of a participant, and tells it as soon as it is certain. */
  append(participant: string, event: AgentSessionEvent): LoggedEvent {
    const entry = this.#store.appendEvent({ at: this.#clock.now(), session: participant, event })
    this.#untold.push(entry)
    this.#tell()
    return entry
  }

  /** A transaction of the store. What is appended in it is told when all of it is stored, and not at all otherwise. */
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

  /** Tells of every event from now on; gives a function that ends it. */
  subscribe(listener: (entry: LoggedEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Everybody is told in the order of the log, also of what somebody does while being told. */
  #tell(): void {
    if (this.#depth > 0 || this.#telling) return
    this.#telling = true
    // It grows meanwhile.
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
      this.#warn(`A listener to ${entry.event.type} threw`, error)
    }
  }
}
