import { requireDuration, type Clock } from './clock.ts'

interface Sleeper {
  due: number
  wake: () => void
}

/** A clock for tests: it stands still until `advance` is called. */
export class ManualClock implements Clock {
  #now: number
  /** Sorted by due time, then by arrival. */
  readonly #sleepers: Sleeper[] = []

  constructor(now = 0) {
    this.#now = now
  }

  /** The number of pending sleeps. */
  get sleeping(): number {
    return this.#sleepers.length
  }

  now(): number {
    return this.#now
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    requireDuration(milliseconds)
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const abort = (): void => {
        this.#sleepers.splice(this.#sleepers.indexOf(sleeper), 1)
        reject(signal?.reason)
      }
      const wake = (): void => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      const sleeper = { due: this.#now + milliseconds, wake }
      const later = this.#sleepers.findIndex(({ due }) => due > sleeper.due)
      this.#sleepers.splice(later === -1 ? this.#sleepers.length : later, 0, sleeper)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  /**
   * Advances the time and resolves due sleeps in order. Woken code runs in between, so a sleeper that sleeps again
   * within this time is woken again.
   */
  async advance(milliseconds: number): Promise<void> {
    requireDuration(milliseconds)
    const target = this.#now + milliseconds
    for (let next = this.#sleepers[0]; next !== undefined && next.due <= target; next = this.#sleepers[0]) {
      this.#sleepers.shift()
      this.#now = next.due
      next.wake()
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#now = target
  }
}
