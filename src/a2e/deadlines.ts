import type { Clock } from '../core/clock.ts'
import { ignore } from '../core/ignore.ts'

/** A callback with a due time. */
export interface Deadline {
  readonly due: number
  readonly onLate: () => void
}

const moved = new Error('The deadline was moved')

/**
 * Watches many deadlines with one timer: most deadlines are met, and a timer for each would cost more than the request
 * it watches.
 */
export class Deadlines {
  readonly #clock: Clock
  readonly #open = new Set<Deadline>()
  #sleeper: AbortController | undefined
  #wakeAt = Infinity

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Calls `onLate` after this many milliseconds, unless the deadline is forgotten first. */
  watch(milliseconds: number, onLate: () => void): Deadline {
    const deadline = { due: this.#clock.now() + milliseconds, onLate }
    this.#open.add(deadline)
    if (deadline.due < this.#wakeAt) this.#sleepUntil(deadline.due)
    return deadline
  }

  forget(deadline: Deadline): void {
    this.#open.delete(deadline)
  }

  close(): void {
    this.#open.clear()
    this.#sleepUntil(Infinity)
  }

  #sleepUntil(time: number): void {
    this.#sleeper?.abort(moved)
    this.#sleeper = undefined
    this.#wakeAt = time
    if (time === Infinity) return
    const sleeper = new AbortController()
    this.#sleeper = sleeper
    const rest = Math.max(0, time - this.#clock.now())
    this.#clock.sleep(rest, sleeper.signal).then(() => this.#wake(sleeper), ignore)
  }

  #wake(sleeper: AbortController): void {
    if (sleeper !== this.#sleeper) return
    const now = this.#clock.now()
    const late = [...this.#open].filter(({ due }) => due <= now)
    for (const deadline of late) this.#open.delete(deadline)
    let next = Infinity
    for (const { due } of this.#open) next = Math.min(next, due)
    this.#sleepUntil(next)
    for (const { onLate } of late) onLate()
  }
}
