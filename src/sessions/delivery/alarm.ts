import type { Clock } from '../../core/clock.ts'
import { ignore } from '../../core/ignore.ts'

/** A timer stands still while the machine sleeps; the time is looked at again this often. */
const longestSleep = 30_000

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
      if (this.#clock.now() < moment) return this.#set(moment)
      this.#sleeper = undefined
      this.#at = Infinity
      this.#onAlarm()
    }
    const left = Math.max(0, moment - this.#clock.now())
    // Aborted when another time is set.
    this.#clock.sleep(Math.min(left, longestSleep), sleeper.signal).then(fire, ignore)
  }
}
