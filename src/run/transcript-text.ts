const piecesBeforeJoining = 1024

/** Text that grows by small pieces, kept without a node for each of them. */
export class TranscriptText {
  #text = ''
  #pieces: string[] = []
  #last = ''

  add(piece: string): void {
    this.#last = piece
    this.#pieces.push(piece)
    if (this.#pieces.length === piecesBeforeJoining) this.#join()
  }

  clear(): void {
    this.#text = ''
    this.#pieces = []
    this.#last = ''
  }

  /** The piece that came last. */
  get last(): string {
    return this.#last
  }

  /** Whether there is nothing to be seen: blanks and line breaks say nothing. */
  get isBlank(): boolean {
    return this.toString().trim() === ''
  }

  toString(): string {
    this.#join()
    return this.#text
  }

  #join(): void {
    this.#text += this.#pieces.join('')
    this.#pieces = []
  }
}
