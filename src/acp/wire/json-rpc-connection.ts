import type { Readable, Writable } from 'node:stream'
import type { CapstanError } from '../../core/capstan-error.ts'
import { ignore } from '../../core/ignore.ts'
import { JsonLineError } from '../../core/json-lines/json-line-error.ts'
import { JsonLinesDecoder } from '../../core/json-lines/json-lines.ts'
import { RingBuffer } from '../../core/ring-buffer.ts'
import type { Redact } from '../../process/redact-value.ts'
import { JsonRpcPeer, type PeerHandlers } from './peer.ts'

/** Receives every message: `out` to the agent, `in` from the agent. */
export type MessageTap = (direction: 'out' | 'in', message: unknown) => Promise<void> | undefined

export interface JsonRpcConnectionOptions {
  agent: string
  /** The agent's stdout. */
  input: Readable
  /** The agent's stdin. */
  output: Writable
  handlers: PeerHandlers
  /** Removes secrets from errors and from lines that are not JSON. */
  redact?: Redact | undefined
  /** Receives each line that is not JSON; the connection stays open. */
  onBadLine: (error: JsonLineError) => Promise<void> | undefined
  /** Called once, after the agent's output has ended and every message is delivered. */
  onEnd: () => void
  /** Receives every message; a returned promise blocks the agent. */
  onMessage?: MessageTap
  /** The maximum length of a line; a longer line closes the connection, because its message is lost. */
  maxLineBytes?: number
}

/**
 * JSON-RPC over two pipes. Delivers messages in order, one at a time. While a handler's promise is pending, reading
 * stops, so that a slow reader slows the agent down. While a request with a timeout is pending, everything is read,
 * because the slow reader may be the caller that waits for the response.
 */
export class JsonRpcConnection {
  readonly peer: JsonRpcPeer
  readonly #options: JsonRpcConnectionOptions
  readonly #decoder: JsonLinesDecoder
  /** Messages that were decoded while a handler was busy: at most one chunk of the pipe. */
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
        if (this.#isBlocked && this.peer.hasDeadline) queueMicrotask(() => this.#resume())
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
    // The end of the input reports a closed pipe; a write error must not become an uncaught exception.
    output.on('error', ignore)
  }

  /** Whether reading waits for a handler. */
  get isBlocked(): boolean {
    return this.#isBlocked
  }

  /** Closes the connection; later messages are discarded. */
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

  /** Receives a message or the error of a bad line, in order. */
  #take(value: unknown): void {
    if (!this.#isBlocked) return this.#handOver(value)
    this.#held ??= new RingBuffer()
    this.#held.push(value)
  }

  #handOver(value: unknown): void {
    const drained = value instanceof JsonLineError ? this.#options.onBadLine(value) : this.#receive(value)
    if (drained === undefined || this.peer.hasDeadline) return
    this.#isBlocked = true
    void drained.then(() => this.#resume())
  }

  #receive(message: unknown): Promise<unknown> | undefined {
    const recorded = this.#options.onMessage?.('in', message)
    const handled = this.peer.receive(message)
    return recorded === undefined ? handled : Promise.all([recorded, handled])
  }

  #resume(): void {
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
