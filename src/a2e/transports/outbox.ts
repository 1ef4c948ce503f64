import type { Writable } from 'node:stream'

interface Item {
  readonly id: string
  readonly frame: string
}

export interface OutboxOptions {
  /** How many bytes may wait for a reader. */
  maxBufferedBytes: number
  /** Called once when more would wait: nothing is dropped in silence. */
  onOverflow: () => void
}

/** How much of what was sent is kept for a reader that comes back. */
const keptItems = 1024
const keptBytes = 1024 * 1024
const largestWrite = 64 * 1024

/**
 * What a session has to tell over a stream of server-sent events, which may not be there yet, or be cut and come back.
 * What was written and not passed on by the system is written again on the next stream; a reader that says what it had
 * last is given all after that.
 */
export class Outbox {
  readonly #options: OutboxOptions
  /** First what was sent, then what waits. */
  #items: Item[] = []
  /** How many of them were written, and how many of those have left. */
  #written = 0
  #left = 0
  #waitingBytes = 0
  #sentBytes = 0
  #stream: Writable | undefined
  #full = false
  #overflown = false

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** Whether there is a reader. */
  get attached(): boolean {
    return this.#stream !== undefined
  }

  add(line: string, id: string): void {
    if (this.#overflown) return
    const item = { id, frame: `data: ${line}\n\n` }
    this.#items.push(item)
    this.#waitingBytes += item.frame.length
    this.#pump()
    if (this.#waitingBytes <= this.#options.maxBufferedBytes) return
    this.#overflown = true
    this.#options.onOverflow()
  }

  /** Goes on with a new reader; the one before is ended. */
  attach(stream: Writable, lastId: string | undefined): void {
    this.#stream?.end()
    this.#stream = stream
    this.#full = false
    this.#rewind(lastId === undefined ? this.#left : this.#placeAfter(lastId))
    stream.on('drain', () => {
      if (this.#stream !== stream) return
      this.#full = false
      this.#pump()
    })
    stream.on('close', () => {
      if (this.#stream === stream) this.#stream = undefined
    })
    this.#pump()
  }

  /** Keeps the connection from looking dead. */
  beat(): void {
    if (!this.#full) this.#stream?.write(': \n\n')
  }

  end(): void {
    this.#stream?.end()
    this.#stream = undefined
  }

  /** What is not remembered was too long ago: the reader is given all there is. */
  #placeAfter(id: string): number {
    return this.#items.findIndex((item) => item.id === id) + 1
  }

  #rewind(place: number): void {
    for (const { frame } of this.#items.slice(place, this.#written)) {
      this.#waitingBytes += frame.length
      this.#sentBytes -= frame.length
    }
    this.#written = Math.min(this.#written, place)
    this.#left = this.#written
  }

  #pump(): void {
    const stream = this.#stream
    if (stream === undefined) return
    while (!this.#full && this.#written < this.#items.length) {
      let text = this.#take()
      while (this.#written < this.#items.length && text.length < largestWrite) text += this.#take()
      const upTo = this.#items[this.#written - 1]
      this.#full = !stream.write(text, 'latin1', (error) => {
        if (error === null || error === undefined) this.#confirm(stream, upTo)
      })
    }
  }

  #take(): string {
    const frame = this.#items[this.#written]?.frame ?? ''
    this.#written += 1
    this.#waitingBytes -= frame.length
    this.#sentBytes += frame.length
    return frame
  }

  #confirm(stream: Writable, item: Item | undefined): void {
    if (stream !== this.#stream || item === undefined) return
    const place = this.#items.indexOf(item, this.#left)
    if (place !== -1) this.#left = place + 1
    // Half of what is kept goes at a time: taking one from the front would move all the others.
    if (this.#left > keptItems || this.#sentBytes > 2 * keptBytes) this.#forget()
  }

  #forget(): void {
    let count = 0
    while (count < this.#left && (this.#left - count > keptItems / 2 || this.#sentBytes > keptBytes)) {
      this.#sentBytes -= this.#items[count]?.frame.length ?? 0
      count += 1
    }
    this.#items = this.#items.slice(count)
    this.#written -= count
    this.#left -= count
  }
}
