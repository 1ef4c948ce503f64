/** Undoes the changes of a failed transaction, newest first. */
export class UndoLog {
  readonly #onCommit: ((steps: (() => void)[]) => void) | undefined
  readonly #steps: (() => void)[] = []
  #depth = 0
  #undoing = false

  /** `onCommit` gets the steps that undo a whole transaction, oldest first. */
  constructor(onCommit?: (steps: (() => void)[]) => void) {
    this.#onCommit = onCommit
  }

  transaction<Result>(work: () => Result): Result {
    const mark = this.#steps.length
    this.#depth++
    try {
      const result = work()
      if (this.#depth === 1) this.#onCommit?.([...this.#steps])
      return result
    } catch (error) {
      this.#undoTo(mark)
      throw error
    } finally {
      this.#depth--
      if (this.#depth === 0) this.#steps.length = 0
    }
  }

  /** Records how to undo the last change. */
  record(step: () => void): void {
    if (this.#depth > 0 && !this.#undoing) this.#steps.push(step)
  }

  #undoTo(mark: number): void {
    this.#undoing = true
    for (const step of this.#steps.splice(mark).toReversed()) step()
    this.#undoing = false
  }
}
