import type { Socket } from 'node:net'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import { ignore } from '../../core/ignore.ts'
import type { WireLine } from './wire-message.ts'

export interface LineSocketOptions {
  /** Receives each line; an invalid line is `undefined` with the problem. */
  onLine: (value: unknown, problem?: string) => void
  /** Called once when the socket closes. */
  onClosed: () => void
  maxLineBytes: number
  /** The longest first line, in bytes. Default: `maxLineBytes`. */
  maxFirstLineBytes?: number
  /** The number of unsent bytes above which `isFull` is true. */
  maxWaitingBytes: number
}

/** A socket for JSON lines in both directions. */
export class LineSocket {
  readonly #socket: Socket
  readonly #maxWaitingBytes: number
  readonly #waiting = new Set<() => void>()
  /** The number of callers that hold reading. */
  #holds = 0
  #isClosed = false

  constructor(socket: Socket, options: LineSocketOptions) {
    const { onLine, onClosed, maxLineBytes, maxFirstLineBytes = maxLineBytes, maxWaitingBytes } = options
    let hasLine = false
    this.#socket = socket
    this.#maxWaitingBytes = maxWaitingBytes
    const decoder = new JsonLinesDecoder({
      onValue: (value) => {
        hasLine = true
        if (!this.#isClosed) onLine(value)
      },
      onBadLine: ({ message }) => {
        if (!this.#isClosed) onLine(undefined, message)
      },
      maxLineBytes,
    })
    const close = (): void => {
      if (this.#isClosed) return
      this.#isClosed = true
      this.#wake()
      onClosed()
    }
    socket.on('data', (chunk: Buffer) => {
      if (this.#isClosed) return
      decoder.push(chunk)
      if (!hasLine && decoder.pendingBytes > maxFirstLineBytes)
        onLine(undefined, `The first line is longer than ${maxFirstLineBytes} bytes`)
    })
    socket.on('drain', () => this.#wake())
    // A close event follows.
    socket.on('error', ignore)
    socket.on('end', close)
    socket.on('close', close)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Whether too many bytes are unsent to write optional lines. */
  get isFull(): boolean {
    return this.#socket.writableLength > this.#maxWaitingBytes
  }

  /** The number of unsent bytes. */
  get waitingBytes(): number {
    return this.#socket.writableLength
  }

  write(line: WireLine): void {
    if (!this.#isClosed) this.#socket.write(`${JSON.stringify(line)}\n`)
  }

  /** Resolves when all bytes are sent or the socket is closed. */
  async drained(): Promise<void> {
    if (this.#isClosed || this.#socket.writableLength === 0) return
    await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  /** Pauses reading until the returned function is called. */
  hold(): () => void {
    this.#holds += 1
    this.#socket.pause()
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holds -= 1
      if (this.#holds === 0) this.#socket.resume()
    }
  }

  /** Closes after sending pending data. */
  end(): void {
    this.#isClosed = true
    this.#wake()
    this.#socket.end()
    // A peer that does not read would keep the socket open.
    this.#socket.setTimeout(1000, () => this.#socket.destroy())
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #wake(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const resolve of waiting) resolve()
  }
}
