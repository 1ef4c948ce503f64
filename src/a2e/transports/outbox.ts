import type { Writable } from 'node:stream'

interface Item {
  readonly id: string
  readonly frame: string
}

export interface OutboxOptions {
  /** How many bytes to buffer for a reader. */
  maxBufferedBytes: number
  /** Called once when the buffer is full, so that no message is dropped silently. */
  onOverflow: () => void
}

/** How many sent messages to keep for a reader that reconnects. */
const keptItems = 1024
const keptBytes = 1024 * 1024
const largestWrite = 64 * 1024

/**
 * The messages a session sends over a stream of server-sent events. The stream may not exist yet, or break and reconnect.
 * Messages that the operating system has not accepted are written again on the next stream; a reader that sends its last
 * event id gets every message after that id.
 */
export class Outbox {
  readonly #options: OutboxOptions
  /** Sent messages, followed by waiting messages. */
  #items: Item[] = []
  /** How many items were written, and how many of those the operating system has accepted. */
  #written = 0
  #accepted = 0
  #waitingBytes = 0
  #sentBytes = 0
  #stream: Writable | undefined
  #full = false
  #isScheduled = false
  #overflown = false

  constructor(options: OutboxOptions) {
    this.#options = options
  }

  /** Whether a reader is connected. */
  get attached(): boolean {
    return this.#stream !== undefined
  }

  add(line: string, id: string): void {
    if (this.#overflown) return
    const item = { id, frame: `data: ${line}\n\n` }
    this.#items.push(item)
    this.#waitingBytes += item.frame.length
    this.#pumpSoon()
    if (this.#waitingBytes <= this.#options.maxBufferedBytes) return
    this.#overflown = true
    this.#options.onOverflow()
  }

  /** Continues with a new reader and ends the previous one. */
  attach(stream: Writable, lastId: string | undefined): void {
    this.#stream?.end()
    this.#stream = stream
    this.#full = false
    this.#rewind(lastId === undefined ? this.#accepted : this.#placeAfter(lastId))
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

  /** Sends a heartbeat that keeps the connection open. */
  beat(): void {
    if (!this.#full) this.#stream?.write(': \n\n')
  }

  end(): void {
    this.#pump()
    this.#stream?.end()
    this.#stream = undefined
  }

  /** The index after the message with this id; 0, for all kept messages, if the id is unknown. */
  #placeAfter(id: string): number {
    return this.#items.findIndex((item) => item.id === id) + 1
  }

  #rewind(place: number): void {
    for (const { frame } of this.#items.slice(place, this.#written)) {
      this.#waitingBytes += frame.length
      this.#sentBytes -= frame.length
    }
    this.#written = Math.min(this.#written, place)
    this.#accepted = this.#written
  }

  /** Writes once for all messages of one turn of the event loop. */
  #pumpSoon(): void {
    if (this.#isScheduled || this.#stream === undefined) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#pump()
    })
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
    const place = this.#items.indexOf(item, this.#accepted)
    if (place !== -1) this.#accepted = place + 1
    // Drops half of the kept items at once: removing one from the front would move all the others.
    if (this.#accepted > keptItems || this.#sentBytes > 2 * keptBytes) this.#forget()
  }

  #forget(): void {
    let count = 0
    while (
      count < this.#accepted &&
      (this.#accepted - count > keptItems / 2 || this.#sentBytes > keptBytes)
    ) {
      this.#sentBytes -= this.#items[count]?.frame.length ?? 0
      count += 1
    }
    this.#items = this.#items.slice(count)
    this.#written -= count
    this.#accepted -= count
  }
}
