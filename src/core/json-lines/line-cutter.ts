import { ByteOrderMarkFilter } from './byte-order-mark.ts'
import { GrowingBytes } from './growing-bytes.ts'

const lineFeed = 0x0a

/** A large chunk is cut in pieces of this size, so that no block is larger. */
const pieceBytes = 1024 * 1024

/** How much of a line that is too long is shown to `onTooLong`. */
const beginningBytes = 480

export interface LineCutterOptions {
  /** The longest accepted line, in bytes without its line feed. */
  maxLineBytes: number
  /** Receives one or more complete lines; only the last line of the stream may lack its line feed. */
  onBlock: (block: Buffer, offset: number) => void
  /** Receives the first bytes of a line as soon as it exceeds the limit. */
  onTooLong: (beginning: Buffer, offset: number) => void
}

/**
 * Cuts a stream of bytes into blocks of whole lines and strips a byte order mark.
 * `offset` is where in the stream a block or a line begins. Chunks are not retained: unfinished lines are copied.
 */
export class LineCutter {
  readonly #options: LineCutterOptions
  readonly #mark = new ByteOrderMarkFilter()
  /** The beginning of an unfinished line; undefined between lines. */
  #unfinished: GrowingBytes | undefined
  /** Whether the current line was rejected and its remaining bytes are discarded. */
  #discarding = false
  /** Bytes delivered or discarded so far, without the byte order mark. */
  #done = 0

  constructor(options: LineCutterOptions) {
    this.#options = options
  }

  /** Bytes held of a line that has not ended yet: at most `maxLineBytes`, or the 2 that may begin a byte order mark. */
  get pendingBytes(): number {
    return this.#unfinishedBytes + this.#mark.pendingBytes
  }

  push(chunk: Buffer): void {
    const bytes = this.#mark.filter(chunk)
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      this.#cut(bytes.subarray(start, start + pieceBytes))
    }
  }

  end(): void {
    this.#cut(this.#mark.end())
    this.#finishLine()
  }

  #cut(bytes: Buffer): void {
    let start = 0
    if (this.#discarding || this.#unfinishedBytes > 0) {
      const end = bytes.indexOf(lineFeed)
      this.#keep(end === -1 ? bytes : bytes.subarray(0, end))
      if (end === -1) return
      this.#finishLine()
      this.#done++
      start = end + 1
    }
    const end = Math.max(start, bytes.lastIndexOf(lineFeed) + 1)
    if (end > start) this.#handOut(bytes.subarray(start, end))
    if (end < bytes.length) this.#keep(bytes.subarray(end))
  }

  /** Stores bytes of an unfinished line, or discards them once the line is too long. */
  #keep(bytes: Buffer): void {
    if (!this.#discarding && this.#unfinishedBytes + bytes.length <= this.#options.maxLineBytes) {
      this.#unfinished ??= new GrowingBytes()
      this.#unfinished.append(bytes)
      return
    }
    const kept = this.#takeUnfinished()
    if (!this.#discarding) this.#refuse(kept, bytes)
    this.#discarding = true
    this.#done += kept.length + bytes.length
  }

  #finishLine(): void {
    this.#discarding = false
    if (this.#unfinishedBytes === 0) return
    const line = this.#takeUnfinished()
    this.#options.onBlock(line, this.#offset)
    this.#done += line.length
  }

  /** Delivers lines that each end with a line feed. */
  #handOut(block: Buffer): void {
    if (block.length <= this.#options.maxLineBytes) {
      this.#options.onBlock(block, this.#offset)
      this.#done += block.length
      return
    }
    for (let start = 0, end = 0; start < block.length; start = end) {
      end = block.indexOf(lineFeed, start) + 1
      const line = block.subarray(start, end)
      if (line.length - 1 > this.#options.maxLineBytes) this.#refuse(line)
      else this.#options.onBlock(line, this.#offset)
      this.#done += line.length
    }
  }

  #refuse(...parts: Buffer[]): void {
    const length = Math.min(beginningBytes, this.#options.maxLineBytes)
    const beginning = Buffer.concat(parts.map((part) => part.subarray(0, length))).subarray(0, length)
    this.#options.onTooLong(beginning, this.#offset)
  }

  get #unfinishedBytes(): number {
    return this.#unfinished?.length ?? 0
  }

  #takeUnfinished(): Buffer {
    const bytes = this.#unfinished?.take() ?? Buffer.alloc(0)
    this.#unfinished = undefined
    return bytes
  }

  get #offset(): number {
    return this.#mark.length + this.#done
  }
}
