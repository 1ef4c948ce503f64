import type { Socket } from 'node:net'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import { ignore } from '../../core/ignore.ts'
import type { WireLine } from './wire-message.ts'

export interface LineSocketOptions {
  /** Gets each line. A bad one is `undefined` with what was wrong with it. */
  onLine: (value: unknown, problem?: string) => void
  /** Called once when nothing comes any more. */
  onClosed: () => void
  maxLineBytes: number
  /** How much may wait for the other side before `isFull`. */
  maxWaitingBytes: number
}

/** A socket on which each side writes JSON lines. */
export class LineSocket {
  readonly #socket: Socket
  readonly #maxWaitingBytes: number
  readonly #waiting = new Set<() => void>()
  /** How many want that nothing is read. */
  #holds = 0
  #isClosed = false

  constructor(socket: Socket, { onLine, onClosed, maxLineBytes, maxWaitingBytes }: LineSocketOptions) {
    this.#socket = socket
    this.#maxWaitingBytes = maxWaitingBytes
    const decoder = new JsonLinesDecoder({
      onValue: (value) => {
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
      if (!this.#isClosed) decoder.push(chunk)
    })
    socket.on('drain', () => this.#wake())
    // The close that follows says the same.
    socket.on('error', ignore)
    socket.on('end', close)
    socket.on('close', close)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Whether so much waits for the other side that nothing should be added without need. */
  get isFull(): boolean {
    return this.#socket.writableLength > this.#maxWaitingBytes
  }

  /** How much waits for the other side. */
  get waitingBytes(): number {
    return this.#socket.writableLength
  }

  write(line: WireLine): void {
    if (!this.#isClosed) this.#socket.write(`${JSON.stringify(line)}\n`)
  }

  /** Resolves when all that waits was taken, or the socket is closed. */
  async drained(): Promise<void> {
    if (this.#isClosed || this.#socket.writableLength === 0) return
    await new Promise<void>((resolve) => this.#waiting.add(resolve))
  }

  /** Reads nothing until the function that this gives is called. */
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

  /** Lets what was written go out, and closes. */
  end(): void {
    this.#isClosed = true
    this.#wake()
    this.#socket.end()
    // Somebody who does not read would keep it open.
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
