import { constants, isUtf8 } from 'node:buffer'
import { CapstanError } from '../capstan-error.ts'
import type { JsonLineError } from './json-line-error.ts'
import { invalidLine, notUtf8Line, tooLongLine } from './json-line-faults.ts'
import { LineCutter } from './line-cutter.ts'
import { ValidationError } from '../validation-error.ts'

const lineFeed = 0x0a
const blank = /^[ \t\r]*$/

/** The default limit for one line: 32 MiB. */
const defaultMaxLineBytes = 32 * 1024 * 1024

export interface JsonLinesDecoderOptions {
  /** Receives each value in order, with its 1-based line number. */
  onValue: (value: unknown, line: number) => void
  /** Receives the error of each rejected line, in order with the values. */
  onBadLine: (error: JsonLineError) => void
  /** Receives each line that is not JSON instead of an error, for streams that mix text and JSON. */
  onText?: (text: string, line: number) => void
  /** The longest accepted line, in bytes without its line feed (default: 32 MiB). */
  maxLineBytes?: number
}

/**
 * Reads newline-delimited JSON from bytes, however they are cut into chunks.
 *
 * Lines end with LF or CRLF, the last one also with the end of the stream. Blank lines and a byte order mark at
 * the start are skipped. An invalid line never throws: the decoder reports it and continues. A line over the limit
 * is reported as soon as it exceeds the limit, and its bytes are discarded as they arrive.
 *
 * Chunks are not retained: unfinished lines are copied. An error thrown by a callback propagates from `push` and closes the
 * decoder; a callback must not call the decoder.
 */
export class JsonLinesDecoder {
  readonly #onValue: (value: unknown, line: number) => void
  readonly #onBadLine: (error: JsonLineError) => void
  readonly #onText: ((text: string, line: number) => void) | undefined
  readonly #cutter: LineCutter
  #state: 'open' | 'reading' | 'ended' = 'open'
  /** Lines read, skipped or rejected so far. */
  #lines = 0

  constructor(options: JsonLinesDecoderOptions) {
    const { onValue, onBadLine, onText, maxLineBytes = defaultMaxLineBytes } = options
    requireLineLimit(maxLineBytes)
    this.#onValue = onValue
    this.#onBadLine = onBadLine
    this.#onText = onText
    this.#cutter = new LineCutter({
      maxLineBytes,
      onBlock: (block, offset) => this.#readBlock(block, offset),
      onTooLong: (beginning, offset) =>
        onBadLine(tooLongLine(beginning, { line: ++this.#lines, offset }, maxLineBytes)),
    })
  }

  /** Bytes held of a line that has not ended yet: at most `maxLineBytes`, or the 2 that may begin a byte order mark. */
  get pendingBytes(): number {
    return this.#cutter.pendingBytes
  }

  /** Reads the lines that this chunk completes. */
  push(chunk: Uint8Array): void {
    if (this.#state !== 'open') {
      throw new CapstanError('JSON_LINES_CLOSED', 'The JSON Lines decoder is closed', {
        hint: 'Push nothing after end(), after a callback has thrown, or from within a callback.',
      })
    }
    this.#state = 'reading'
    this.#cutter.push(
      Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
    )
    this.#state = 'open'
  }

  /** Reads the last line if no line feed ended it. On a closed decoder it does nothing. */
  end(): void {
    if (this.#state !== 'open') return
    this.#state = 'ended'
    this.#cutter.end()
  }

  #readBlock(block: Buffer, offset: number): void {
    if (isUtf8(block)) this.#readText(block.toString('utf8'), offset)
    else this.#readLineByLine(block, offset)
  }

  /** Reads whole lines; text after the last line feed is a line too, unless it is empty. */
  #readText(text: string, offset: number): void {
    // Bytes are counted only up to an invalid line, each time from the previous one.
    let countedTo = 0
    let counted = offset
    for (let start = 0, end = 0; start < text.length; start = end + 1) {
      end = text.indexOf('\n', start)
      if (end === -1) end = text.length
      this.#lines++
      if (text.charCodeAt(start) <= 0x20 && blank.test(text.slice(start, end))) continue
      let value: unknown
      try {
        value = JSON.parse(text.slice(start, end))
      } catch (cause) {
        if (this.#onText !== undefined) {
          this.#onText(text.slice(start, end), this.#lines)
          continue
        }
        counted += Buffer.byteLength(text.slice(countedTo, start))
        countedTo = start
        this.#onBadLine(invalidLine(text.slice(start, end), { line: this.#lines, offset: counted }, cause))
        continue
      }
      this.#onValue(value, this.#lines)
    }
  }

  #readLineByLine(block: Buffer, offset: number): void {
    for (let start = 0, end = 0; start < block.length; start = end) {
      end = block.indexOf(lineFeed, start) + 1 || block.length
      const line = block.subarray(start, end)
      if (isUtf8(line)) this.#readText(line.toString('utf8'), offset + start)
      else this.#onBadLine(notUtf8Line(line, { line: ++this.#lines, offset: offset + start }))
    }
  }
}

function requireLineLimit(maxLineBytes: number): void {
  if (Number.isInteger(maxLineBytes) && maxLineBytes >= 1 && maxLineBytes <= constants.MAX_STRING_LENGTH)
    return
  const message = `must be an integer from 1 to ${constants.MAX_STRING_LENGTH}`
  throw new ValidationError(`maxLineBytes ${message}`, [{ path: ['maxLineBytes'], message }])
}
