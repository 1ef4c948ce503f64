import { RingBuffer } from '../core/ring-buffer.ts'

/** Runs up to `maxRunning` calls at a time and queues up to `maxWaiting` more, in order of arrival. */
export class CallQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #waiting = new RingBuffer<() => void>()
  #running = 0

  constructor({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
  }

  /** Whether the queue would have to refuse one more call. */
  get full(): boolean {
    return this.#running >= this.#maxRunning && this.#waiting.size >= this.#maxWaiting
  }

  /** Starts a call now or when a running call leaves. Every started call must call `leave` once, at its end. */
  enter(start: () => void): void {
    if (this.#running < this.#maxRunning) {
      this.#running += 1
      start()
    } else {
      this.#waiting.push(start)
    }
  }

  leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}
