import { CapstanError } from '../core/capstan-error.ts'
import { QuietMoment } from './quiet-moment.ts'

/** Runs a limited number of starts at once, in order. A start keeps the process and its processors busy. */
export class StartQueue {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  readonly #quiet = new QuietMoment()
  #running = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Starts when it is its turn. @throws CapstanError `ABORTED` if the signal aborts before. */
  async run<Result>(start: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    this.#quiet.arrive()
    if (this.#running >= this.#most) await this.#turn(signal)
    else this.#running += 1
    try {
      // Requests that arrive together are answered first: starting a process blocks this one for milliseconds.
      await this.#quiet.wait()
      return await start()
    } finally {
      // The next start takes the place of this one.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
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
