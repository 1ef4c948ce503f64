/** The end of a text that arrives in pieces, limited in bytes and cut between characters. */
export class OutputTail {
  readonly #limit: number
  #text = ''
  #bytes = 0
  #truncated = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether the start was cut off. */
  get truncated(): boolean {
    return this.#truncated
  }

  get isEmpty(): boolean {
    return this.#text === ''
  }

  add(piece: string): void {
    this.#text += piece
    this.#bytes += Buffer.byteLength(piece)
    if (this.#bytes <= this.#limit) return
    this.#truncated = true
    // Cut only at twice the limit, so that each byte is copied about once.
    if (this.#bytes > 2 * this.#limit) this.#cut()
  }

  read(): string {
    if (this.#bytes > this.#limit) this.#cut()
    return this.#text
  }

  /** Returns the text and clears it. */
  take(): string {
    const text = this.read()
    this.#text = ''
    this.#bytes = 0
    return text
  }

  #cut(): void {
    const bytes = Buffer.from(this.#text)
    let start = bytes.length - this.#limit
    while (isInsideCharacter(bytes[start])) start++
    this.#text = bytes.toString('utf8', start)
    this.#bytes = bytes.length - start
  }
}

/** In UTF-8 every byte of a character after the first starts with the bits 10. */
function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
