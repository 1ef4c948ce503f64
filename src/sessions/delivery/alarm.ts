import type { Clock } from '../../core/clock.ts'
import { ignore } from '../../core/ignore.ts'

/** A single timer for the earliest scheduled time. */
export class Alarm {
  readonly #clock: Clock
  readonly #ring: () => void
  #at = Infinity
  #sleeper: AbortController | undefined

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock
    this.#ring = ring
  }

  /** Fires at this time at the latest. */
  setBy(moment: number): void {
    if (moment < this.#at) this.#set(moment)
  }

  stop(): void {
    this.#set(Infinity)
  }

  #set(moment: number): void {
    this.#sleeper?.abort()
    this.#sleeper = undefined
    this.#at = moment
    if (moment === Infinity) return
    const sleeper = new AbortController()
    this.#sleeper = sleeper
    const rung = (): void => {
      this.#sleeper = undefined
      this.#at = Infinity
      this.#ring()
    }
    // Aborted when another time is set.
    this.#clock.sleep(Math.max(0, moment - this.#clock.now()), sleeper.signal).then(rung, ignore)
  }
}
