import type { Readable, Writable } from 'node:stream'
import type { CapstanError } from '../../core/capstan-error.ts'
import { ignore } from '../../core/ignore.ts'
import { JsonLineError } from '../../core/json-lines/json-line-error.ts'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import { RingBuffer } from '../../core/ring-buffer.ts'
import type { Redact } from '../../process/redact-value.ts'
import { JsonRpcPeer, type PeerHandlers } from './peer.ts'

/** Sees the messages of a conversation: `out` to the agent, `in` from it. */
export type MessageTap = (direction: 'out' | 'in', message: unknown) => Promise<void> | undefined

export interface JsonRpcConnectionOptions {
  agent: string
  /** What the agent writes. */
  input: Readable
  /** What the agent reads. */
  output: Writable
  handlers: PeerHandlers
  /** Takes secrets out of errors and of lines that are not JSON. */
  redact?: Redact | undefined
  /** Gets each line that is not JSON; the conversation goes on. */
  onBadLine: (error: JsonLineError) => Promise<void> | undefined
  /** Called once, when everything the agent wrote has been handed over and nothing more comes. */
  onEnd: () => void
  /** Gets every message as it passes; a promise holds the agent up. */
  onMessage?: MessageTap
  /** The longest line that is read; a longer one ends the conversation, since what it held is lost. */
  maxLineBytes?: number
}

/**
 * A conversation over two pipes. Messages are handed over in order and one at a time; while a handler's promise is
 * open nothing more is read, so that a slow reader slows the agent down and nothing piles up. Only while the agent owes
 * an answer within a time is everything read: the one who waits for it may be the slow reader.
 */
export class JsonRpcConnection {
  readonly peer: JsonRpcPeer
  readonly #options: JsonRpcConnectionOptions
  readonly #decoder: JsonLinesDecoder
  /** What was decoded while a handler was busy: at most what one chunk of the pipe held. */
  #held: RingBuffer<unknown> | undefined
  #isBlocked = false
  #hasEnded = false

  constructor(options: JsonRpcConnectionOptions) {
    const { agent, input, output, handlers, maxLineBytes, onMessage, redact } = options
    this.#options = options
    this.peer = new JsonRpcPeer({
      agent,
      handlers,
      redact,
      send: (line) => {
        if (!output.destroyed && !output.writableEnded) output.write(line)
        void onMessage?.('out', JSON.parse(line))
        if (this.#isBlocked && this.peer.isPressed) queueMicrotask(() => this.#goOn())
      },
    })
    this.#decoder = new JsonLinesDecoder({
      onValue: (value) => this.#take(value),
      onBadLine: (error) =>
        this.#take(redact === undefined ? error : error.withExcerpt(redact(error.excerpt))),
      ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
    })
    input.on('data', this.#read)
    input.on('end', this.#end)
    input.on('error', this.#end)
    input.on('close', this.#end)
    // A closed pipe is told by the end of the input; it must not become an uncaught error.
    output.on('error', ignore)
  }

  /** Whether reading waits for whoever takes the messages. */
  get isBlocked(): boolean {
    return this.#isBlocked
  }

  /** Ends the conversation from this side; what still comes is let go. */
  close(error: CapstanError): void {
    const { input } = this.#options
    input.off('data', this.#read)
    input.resume()
    this.#held = undefined
    this.peer.close(error)
  }

  readonly #read = (chunk: Buffer): void => {
    this.#decoder.push(chunk)
    if (this.#isBlocked) this.#options.input.pause()
  }

  /** Takes a message, or the error of a line that is none: both keep their place in the order. */
  #take(value: unknown): void {
    if (!this.#isBlocked) return this.#handOver(value)
    this.#held ??= new RingBuffer()
    this.#held.push(value)
  }

  #handOver(value: unknown): void {
    const room = value instanceof JsonLineError ? this.#options.onBadLine(value) : this.#receive(value)
    if (room === undefined || this.peer.isPressed) return
    this.#isBlocked = true
    void room.then(() => this.#goOn())
  }

  #receive(message: unknown): Promise<unknown> | undefined {
    const told = this.#options.onMessage?.('in', message)
    const taken = this.peer.receive(message)
    return told === undefined ? taken : Promise.all([told, taken])
  }

  #goOn(): void {
    if (!this.#isBlocked) return
    this.#isBlocked = false
    while (!this.#isBlocked && this.#held !== undefined && this.#held.size > 0) {
      this.#handOver(this.#held.shift())
    }
    if (this.#isBlocked) return
    if (this.#hasEnded) this.#options.onEnd()
    else this.#options.input.resume()
  }

  readonly #end = (): void => {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#decoder.end()
    if (!this.#isBlocked) this.#options.onEnd()
  }
}
