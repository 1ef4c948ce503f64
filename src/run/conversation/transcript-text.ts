const piecesBeforeJoining = 1024

/** Text that grows by small pieces, joined in batches to save memory. */
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

  /** Removes a text from the end. */
  retract(text: string): void {
    this.#join()
    if (this.#text.endsWith(text)) this.#text = this.#text.slice(0, this.#text.length - text.length)
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
