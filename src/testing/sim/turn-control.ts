/** Why a turn was left: the client said so. */
export class TurnCancelled extends Error {
  constructor() {
    super('The turn was cancelled')
    this.name = 'TurnCancelled'
  }
}

/** The switch that stops a turn. */
export class TurnControl {
  readonly #controller = new AbortController()
  /** An agent that does not listen; only a scenario asks for it. */
  ignoresCancel = false
  /** What was said into the turn and not heard yet. */
  readonly #said: string[] = []
  #wake: () => void = () => undefined

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  cancel(reason: Error = new TurnCancelled()): void {
    if (!this.ignoresCancel) this.#controller.abort(reason)
  }

  /** Says something into the turn. */
  steer(text: string): void {
    this.#said.push(text)
    this.#wake()
  }

  /** Gives what was said since the last time. */
  heard(): string[] {
    return this.#said.splice(0)
  }

  /** Resolves once something was said that was not heard yet. */
  async listen(): Promise<void> {
    this.signal.throwIfAborted()
    while (this.#said.length === 0) {
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve
        this.signal.addEventListener('abort', () => reject(this.signal.reason as Error), { once: true })
      })
    }
  }
}
