/** Undoes the changes of a failed transaction, newest first. */
export class UndoLog {
  readonly #steps: (() => void)[] = []
  #depth = 0
  #undoing = false

  transaction<Result>(work: () => Result): Result {
    const mark = this.#steps.length
    this.#depth++
    try {
      return work()
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
