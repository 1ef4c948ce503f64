const mark = Buffer.from([0xef, 0xbb, 0xbf])

/** Takes the UTF-8 byte order mark from the start of a stream, even when it comes in several chunks. */
export class ByteOrderMarkFilter {
  /** Bytes that look like the mark so far; `undefined` once it is known whether there is one. */
  #seen: number | undefined = 0
  #length = 0

  /** Bytes of the mark that was taken: 3, or 0 if there was none or it is not known yet. */
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

  /** What is held back when the stream ends: no mark after all. */
  end(): Buffer {
    const held = mark.subarray(0, this.#seen ?? 0)
    this.#seen = undefined
    return held
  }
}
