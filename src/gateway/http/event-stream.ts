import { Coalescer } from '../ag-ui/coalescer.ts'
import type { AgUiEvent } from '../ag-ui/events.ts'
import type { RunSink } from '../threads/run-sink.ts'
import type { EventEncoding } from './encoding.ts'
import { KeepAliveBeat } from './keep-alive-beat.ts'
import type { ResponseWriter } from './response-writer.ts'

export interface EventStreamOptions {
  readonly encoding: EventEncoding
  readonly writer: ResponseWriter
  /** The client went before the end. */
  readonly onLeft: () => void
  /** How long a piece of text may wait for the next, in milliseconds. */
  readonly windowMs?: number
}

const beat = new KeepAliveBeat()
/** Events that are sent in one go at most. */
const mostJoined = 64

/**
 * An answer that tells a run. Pieces of text are joined for a moment; the first after a silence goes out at once. Events
 * of one moment leave in one write.
 */
export class EventStream implements RunSink {
  readonly #options: EventStreamOptions
  readonly #coalescer = new Coalescer()
  readonly #windowMs: number
  #writer: ResponseWriter | undefined
  #batch: AgUiEvent[] = []
  #isScheduled = false
  #timer: NodeJS.Timeout | undefined
  #lastSent = 0
  #room: PromiseWithResolvers<void> | undefined

  constructor(options: EventStreamOptions) {
    const { writer, windowMs = 20 } = options
    this.#options = options
    this.#windowMs = windowMs
    this.#writer = writer
    writer.open({
      onRoom: () => this.#makeRoom(),
      onLeft: () => {
        this.#stop()
        options.onLeft()
      },
    })
    beat.add(this)
  }

  /** Keeps the connection open where nothing has been told since then. */
  keepAlive(since: number): void {
    const { keepAlive } = this.#options.encoding
    if (keepAlive !== undefined && this.#lastSent < since) this.#enqueue(keepAlive)
  }

  /** Whether the client has been told anything. */
  get hasBegun(): boolean {
    return this.#lastSent !== 0
  }

  write(events: readonly AgUiEvent[]): Promise<void> | undefined {
    if (this.#writer === undefined) return undefined
    for (const event of events) this.#batch.push(...this.#coalescer.push(event))
    if (this.#coalescer.isHolding) this.#holdBack()
    // The first word goes out at once: it tells the client that it was heard.
    if (this.#batch.length >= mostJoined || !this.hasBegun) this.#send()
    else if (this.#batch.length > 0) this.#schedule()
    return this.#room?.promise
  }

  /** Nothing more comes; what waits is sent. */
  end(): void {
    this.#flush()
    const writer = this.#writer
    this.#stop()
    writer?.end()
  }

  /** A piece waits for the next, unless nothing has been sent for a while. */
  #holdBack(): void {
    if (performance.now() - this.#lastSent >= this.#windowMs && this.#timer === undefined) {
      this.#batch.push(...this.#coalescer.flush())
      this.#lastSent = performance.now()
      return
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#flush()
    }, this.#windowMs)
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#send()
    })
  }

  #flush(): void {
    this.#batch.push(...this.#coalescer.flush())
    this.#send()
  }

  #send(): void {
    const batch = this.#batch
    if (batch.length === 0) return
    this.#batch = []
    this.#enqueue(this.#options.encoding.encode(batch))
  }

  #enqueue(data: string | Uint8Array): void {
    this.#lastSent = performance.now()
    const hasRoom = this.#writer?.write(data) ?? true
    if (!hasRoom) this.#room ??= Promise.withResolvers<void>()
  }

  #makeRoom(): void {
    this.#room?.resolve()
    this.#room = undefined
  }

  #stop(): void {
    beat.remove(this)
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writer = undefined
    this.#batch = []
    this.#makeRoom()
  }
}
