/** How long a chain may compute in one turn, in milliseconds. */
const sliceMs = 5

/**
 * Divides work that blocks the event loop into turns: one chain continues in each turn of the loop, so that chains
 * do not block each other or the host.
 */
export class Turns {
  readonly #waiting: (() => void)[] = []
  #isScheduled = false

  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#waiting.shift()?.()
      if (this.#waiting.length > 0) this.#schedule()
    })
  }
}

/** The turns of one chain: parts that run at the same time share them. */
export class Slices {
  readonly #turns: Turns
  #end = performance.now() + sliceMs
  #turn: Promise<void> | undefined

  constructor(turns: Turns) {
    this.#turns = turns
  }

  /** Resolves at once within the current slice, otherwise with the next turn. */
  async pause(): Promise<void> {
    if (this.#turn === undefined && performance.now() < this.#end) return
    this.#turn ??= this.#take()
    await this.#turn
  }

  async #take(): Promise<void> {
    await this.#turns.next()
    this.#turn = undefined
    this.#end = performance.now() + sliceMs
  }
}
