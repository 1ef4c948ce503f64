const mark = Buffer.from([0xef, 0xbb, 0xbf])

/** Strips the UTF-8 byte order mark from the start of a stream, also when it spans several chunks. */
export class ByteOrderMarkFilter {
  /** Bytes that look like the mark so far; `undefined` once it is known whether there is one. */
  #seen: number | undefined = 0
  #length = 0

  /** Bytes of the stripped mark: 3, or 0 if there was none or it is undecided. */
  get length(): number {
    return this.#length
  }

  /** Bytes held back because they may be the beginning of a mark. */
  get pendingBytes(): number {
    return this.#seen ?? 0
  }

  /** The bytes of this chunk that belong to the text, with any that were held back before them. */
  filter(bytes: Buffer): Buffer {
    if (this.#seen === undefined) return bytes
    const held = this.#seen
    for (const [index, byte] of bytes.entries()) {
      if (byte !== mark[this.#seen]) {
        this.#seen = undefined
        return held === 0 ? bytes : Buffer.concat([mark.subarray(0, held), bytes])
      }
      this.#seen++
      if (this.#seen === mark.length) {
        this.#seen = undefined
        this.#length = mark.length
        return bytes.subarray(index + 1)
      }
    }
    return bytes.subarray(bytes.length)
  }

  /** The bytes still held back at the end of the stream; they were not a mark. */
  end(): Buffer {
    const held = mark.subarray(0, this.#seen ?? 0)
    this.#seen = undefined
    return held
  }
}
