const smallest = 256

/**
 * Collects chunks of bytes into one buffer.
 * Chunks are copied, so the caller can reuse them, and capacity doubles, so many small chunks cost linear time
 * and at most twice their total size in memory.
 */
export class GrowingBytes {
  #block: Buffer | undefined
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Memory held, at most twice the length once there are 128 bytes. */
  get reservedBytes(): number {
    return this.#block?.length ?? 0
  }

  append(bytes: Uint8Array): void {
    const needed = this.#length + bytes.length
    if (this.#block === undefined || needed > this.#block.length) this.#grow(needed)
    this.#block?.set(bytes, this.#length)
    this.#length = needed
  }

  /** Returns all bytes and empties the buffer. */
  take(): Buffer {
    const bytes = this.#block?.subarray(0, this.#length) ?? Buffer.alloc(0)
    this.#block = undefined
    this.#length = 0
    return bytes
  }

  #grow(needed: number): void {
    const block = Buffer.allocUnsafeSlow(Math.max(smallest, needed, 2 * this.#length))
    if (this.#block !== undefined) block.set(this.#block.subarray(0, this.#length))
    this.#block = block
  }
}
