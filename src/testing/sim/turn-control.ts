/** Thrown when the client cancels a turn. */
export class TurnCancelled extends Error {
  constructor() {
    super('The turn was cancelled')
    this.name = 'TurnCancelled'
  }
}

/** Cancels and steers a turn. */
export class TurnControl {
  readonly #controller = new AbortController()
  /** Whether cancels are ignored; only set by a scenario. */
  ignoresCancel = false
  /** Messages for the running turn that were not read yet. */
  readonly #said: string[] = []
  #wake: () => void = () => undefined

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  cancel(reason: Error = new TurnCancelled()): void {
    if (!this.ignoresCancel) this.#controller.abort(reason)
  }

  /** Sends a message into the turn. */
  steer(text: string): void {
    this.#said.push(text)
    this.#wake()
  }

  /** Returns the messages since the last call. */
  received(): string[] {
    return this.#said.splice(0)
  }

  /** Resolves once there is an unread message. */
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
