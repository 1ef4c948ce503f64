/** The options of an inactivity timeout. */
export interface InactivityOptions {
  limitMs: number
  /** Whether the agent is not the cause: a person is deciding, or a slow reader blocks the agent. */
  isExcused: () => boolean
  onSilence: () => void
}

/** Detects that the agent sent nothing for a time, without a timer per event. */
export class InactivityWatch {
  readonly #options: InactivityOptions
  readonly #timer: NodeJS.Timeout
  #isActive = true
  #silentTicks = 0

  constructor(options: InactivityOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#tick(), options.limitMs / ticksPerLimit)
  }

  /** Records activity. */
  touch(): void {
    this.#isActive = true
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    if (this.#isActive || this.#options.isExcused()) this.#silentTicks = 0
    else this.#silentTicks++
    this.#isActive = false
    if (this.#silentTicks < ticksPerLimit) return
    this.stop()
    this.#options.onSilence()
  }
}

const ticksPerLimit = 10
