/** The last of a text that comes in pieces: as many bytes as it may keep, cut between characters. */
export class OutputTail {
  readonly #limit: number
  #text = ''
  #bytes = 0
  #truncated = false

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Whether something was left out at the start. */
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
    // Only now and then, so that each byte is moved about once.
    if (this.#bytes > 2 * this.#limit) this.#cut()
  }

  read(): string {
    if (this.#bytes > this.#limit) this.#cut()
    return this.#text
  }

  /** Reads and empties it. */
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

/** In UTF-8 every byte of a character after its first has these two bits. */
function isInsideCharacter(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
