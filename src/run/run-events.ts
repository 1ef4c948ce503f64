import { EventQueue, type EventQueueReader } from '../core/event-queue.ts'
import type { AgentEvent } from '../events/event.ts'

/** The queue of a run's events. A full queue blocks the agent, unless the caller only waits for the result. */
export class RunEvents implements AsyncIterable<AgentEvent, undefined> {
  readonly #queue: EventQueue<AgentEvent>
  #reader: 'none' | 'taken' | 'given-up' = 'none'
  #isResultRequested = false

  constructor(onReaderLeft: () => void) {
    this.#queue = new EventQueue({ onReaderLeft })
  }

  /** Whether the events have a reader, or may still get one. */
  get hasReader(): boolean {
    return this.#reader === 'taken' || !this.#isResultRequested
  }

  /** The caller waits for the result; events are discarded unless the caller reads them too. */
  requestResult(): void {
    this.#isResultRequested = true
    this.#discardIfUnread()
  }

  /** Adds an event of the agent; the promise resolves when the queue has capacity. */
  add(event: AgentEvent): Promise<void> | undefined {
    this.#discardIfUnread()
    // Events of Capstan may have filled the queue beyond its capacity.
    return this.#queue.insert(event)
  }

  /** Adds an event of Capstan's own; the agent does not wait for it. */
  emit(event: AgentEvent): void {
    void this.#queue.insert(event)
  }

  end(): void {
    this.#queue.end()
  }

  [Symbol.asyncIterator](): EventQueueReader<AgentEvent> {
    const reader = this.#queue[Symbol.asyncIterator]()
    this.#reader = 'taken'
    return reader
  }

  /** Discards the events if the caller waits for the result without reading, or a full queue would block the agent forever. */
  #discardIfUnread(): void {
    const isFull = this.#queue.size + 1 >= this.#queue.capacity
    if (!isFull || this.#reader !== 'none' || !this.#isResultRequested) return
    this.#reader = 'given-up'
    // Reading, rather than leaving the queue: a reader that leaves cancels the run.
    void this.#discard()
  }

  async #discard(): Promise<void> {
    for await (const _ of this.#queue);
  }
}
