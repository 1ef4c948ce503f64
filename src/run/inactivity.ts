/** What is watched for silence. */
export interface InactivityOptions {
  limitMs: number
  /** Whether the silence is not the agent's: a person decides, or nobody reads. */
  isExcused: () => boolean
  onSilence: () => void
}

/** Finds out when nothing has come for a time, without a timer for every event. */
export class InactivityWatch {
  readonly #options: InactivityOptions
  readonly #timer: NodeJS.Timeout
  #isActive = true
  #silentTicks = 0

  constructor(options: InactivityOptions) {
    this.#options = options
    this.#timer = setInterval(() => this.#tick(), options.limitMs / ticksPerLimit)
  }

  /** Something came. */
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
