/** Remembers the last message ids of one sender, to drop messages that the sender repeats. */
export class SeenIds {
  readonly #capacity: number
  #recent = new Set<string>()
  #older = new Set<string>()

  /** Remembers at least `capacity` ids, at most twice as many. */
  constructor(capacity = 4096) {
    this.#capacity = capacity
  }

  /** False when the id is already known. */
  add(id: string): boolean {
    if (this.#recent.has(id) || this.#older.has(id)) return false
    if (this.#recent.size >= this.#capacity) {
      this.#older = this.#recent
      this.#recent = new Set()
    }
    this.#recent.add(id)
    return true
  }
}
