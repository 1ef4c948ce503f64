import type { Clock } from '../../core/clock.ts'
import { ignore } from '../../core/ignore.ts'

/** A single timer for the earliest scheduled time. */
export class Alarm {
  readonly #clock: Clock
  readonly #onAlarm: () => void
  #at = Infinity
  #sleeper: AbortController | undefined

  constructor(clock: Clock, onAlarm: () => void) {
    this.#clock = clock
    this.#onAlarm = onAlarm
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
    const fire = (): void => {
      this.#sleeper = undefined
      this.#at = Infinity
      this.#onAlarm()
    }
    // Aborted when another time is set.
    this.#clock.sleep(Math.max(0, moment - this.#clock.now()), sleeper.signal).then(fire, ignore)
  }
}
