import { EventQueue, type EventQueueReader } from '../core/event-queue.ts'
import type { AgentEvent } from '../events/event.ts'

/** The events of a run, for whoever reads them. A full queue holds the agent up, unless nobody is going to read. */
export class RunEvents implements AsyncIterable<AgentEvent, undefined> {
  readonly #queue: EventQueue<AgentEvent>
  #reader: 'none' | 'taken' | 'given-up' = 'none'
  #isResultWanted = false

  constructor(onReaderLeft: () => void) {
    this.#queue = new EventQueue({ onReaderLeft })
  }

  /** Whether somebody reads, or may still begin to. */
  get hasReader(): boolean {
    return this.#reader === 'taken' || !this.#isResultWanted
  }

  /** Somebody waits for the result, and reads no events unless they begin at once. */
  wantResult(): void {
    this.#isResultWanted = true
    this.#letGoIfUnread()
  }

  /** What the agent tells. */
  add(event: AgentEvent): Promise<void> | undefined {
    this.#letGoIfUnread()
    // Own events may have filled it beyond its capacity.
    return this.#queue.insert(event)
  }

  /** Something of our own, which the agent need not wait for. */
  tell(event: AgentEvent): void {
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

  /** Nobody reads and somebody waits for the result: the events are let go, or the agent would wait for ever. */
  #letGoIfUnread(): void {
    const isFull = this.#queue.size + 1 >= this.#queue.capacity
    if (!isFull || this.#reader !== 'none' || !this.#isResultWanted) return
    this.#reader = 'given-up'
    // A queue whose reader has left would stop the run.
    void this.#readOn()
  }

  async #readOn(): Promise<void> {
    for await (const _ of this.#queue);
  }
}
