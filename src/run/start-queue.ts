import { CapstanError } from '../core/capstan-error.ts'

/**
 * A server accepts one connection per turn of the event loop, and reads it and writes to it in other turns. A start begins
 * after this many turns in which no other start was requested.
 */
const quietTurns = 8
/** A steady stream of requests does not hold a start back for longer, in milliseconds. */
const longestWaitMs = 250

/** Runs a limited number of starts at once, in order. A start keeps the process and its processors busy. */
export class StartQueue {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #requested = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Starts when it is its turn. @throws CapstanError `ABORTED` if the signal aborts before. */
  async run<Result>(start: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    this.#requested += 1
    if (this.#running >= this.#most) await this.#turn(signal)
    else this.#running += 1
    try {
      await this.#quiet()
      return await start()
    } finally {
      // The next start takes the place of this one.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  /** Requests that arrive together are answered first: starting a process blocks this one for milliseconds. */
  async #quiet(): Promise<void> {
    const until = performance.now() + longestWaitMs
    let requested = this.#requested
    for (let turn = 0; turn < quietTurns && performance.now() < until; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (requested !== this.#requested) turn = -1
      requested = this.#requested
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1)
        reject(new CapstanError('ABORTED', 'The start was cancelled'))
      }
      const begin = (): void => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      this.#waiting.push(begin)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }
}
