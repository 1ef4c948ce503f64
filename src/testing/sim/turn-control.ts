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

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  cancel(reason: Error = new TurnCancelled()): void {
    if (!this.ignoresCancel) this.#controller.abort(reason)
  }
}
