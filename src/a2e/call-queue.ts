import { RingBuffer } from '../core/ring-buffer.ts'

/** Lets so many run at a time; the rest wait in the order they came, up to a limit. */
export class CallQueue {
  readonly #most: number
  readonly #mostWaiting: number
  readonly #waiting = new RingBuffer<() => void>()
  #running = 0

  constructor({ most, mostWaiting }: { most: number; mostWaiting: number }) {
    this.#most = most
    this.#mostWaiting = mostWaiting
  }

  /** Whether one more would have to be sent away. */
  get full(): boolean {
    return this.#running >= this.#most && this.#waiting.size >= this.#mostWaiting
  }

  /** Starts it now or when there is room. What it starts calls `leave` once, at its end. */
  enter(start: () => void): void {
    if (this.#running < this.#most) {
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
