/** Remembers the last ids of one sender, who repeats a message when it does not know whether it arrived. */
export class SeenIds {
  readonly #most: number
  #recent = new Set<string>()
  #older = new Set<string>()

  /** At least so many are remembered, at most twice as many. */
  constructor(most = 4096) {
    this.#most = most
  }

  /** False when it was there before. */
  add(id: string): boolean {
    if (this.#recent.has(id) || this.#older.has(id)) return false
    if (this.#recent.size >= this.#most) {
      this.#older = this.#recent
      this.#recent = new Set()
    }
    this.#recent.add(id)
    return true
  }
}
