const piecesBeforeJoining = 1024

/** Text that grows by small pieces, kept without a node for each of them. */
export class TranscriptText {
  #text = ''
  #pieces: string[] = []

  add(piece: string): void {
    this.#pieces.push(piece)
    if (this.#pieces.length === piecesBeforeJoining) this.#join()
  }

  clear(): void {
    this.#text = ''
    this.#pieces = []
  }

  /** Takes words back that are its end. */
  retract(words: string): void {
    this.#join()
    if (this.#text.endsWith(words)) this.#text = this.#text.slice(0, this.#text.length - words.length)
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
