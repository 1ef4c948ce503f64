/** Requests that are sent together arrive within this time of each other, in milliseconds. */
const quietMs = 3
/** A steady stream of arrivals does not hold work back for longer, in milliseconds. */
const longestWaitMs = 250

/** Holds work back while requests arrive, so that all of them are answered before the work of one keeps the process busy. */
export class QuietMoment {
  readonly #waiting: (() => void)[] = []
  #arrived = 0
  #latest = 0

  /** A request arrived. */
  arrive(): void {
    this.#arrived = performance.now()
  }

  /** Resolves when nothing has arrived for a moment. Work that waits begins in order, in a turn of the event loop each. */
  wait(): Promise<void> {
    this.arrive()
    if (this.#waiting.length === 0) {
      this.#latest = this.#arrived + longestWaitMs
      setTimeout(this.#next, quietMs)
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** One timer for everything that waits: a timer each would delay the arrivals. */
  readonly #next = (): void => {
    const now = performance.now()
    const rest = Math.min(this.#arrived + quietMs, this.#latest) - now
    if (rest > 0) {
      setTimeout(this.#next, Math.ceil(rest))
      return
    }
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(this.#next)
  }
}
