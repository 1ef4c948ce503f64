import { Coalescer } from '../ag-ui/coalescer.ts'
import type { AgUiEvent } from '../ag-ui/events.ts'
import type { RunSink } from '../run-sink.ts'
import type { EventEncoding } from './encoding.ts'

export interface EventStreamOptions {
  readonly encoding: EventEncoding
  /** The client went before the end. */
  readonly onLeft: () => void
  /** How long a piece of text may wait for the next, in milliseconds. */
  readonly windowMs?: number
  readonly keepAliveMs?: number
}

/** How many bytes may wait for a client that reads slowly before the agent has to wait as well. */
const bufferedBytes = 64 * 1024
/** Events that are sent in one go at most. */
const mostJoined = 64

/**
 * The body of an answer that tells a run. Pieces of text are joined for a moment; the first after a silence goes out at
 * once. Events of one moment leave in one write.
 */
export class EventStream implements RunSink {
  readonly body: ReadableStream<Uint8Array>
  readonly #options: EventStreamOptions
  readonly #coalescer = new Coalescer()
  readonly #windowMs: number
  readonly #keepAlive: NodeJS.Timeout | undefined
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #batch: AgUiEvent[] = []
  #isScheduled = false
  #timer: NodeJS.Timeout | undefined
  #lastSent = 0
  #room: PromiseWithResolvers<void> | undefined

  constructor(options: EventStreamOptions) {
    const { encoding, windowMs = 20, keepAliveMs = 15_000 } = options
    this.#options = options
    this.#windowMs = windowMs
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => this.#makeRoom(),
        cancel: () => {
          this.#stop()
          options.onLeft()
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: bufferedBytes }),
    )
    const { keepAlive } = encoding
    if (keepAlive !== undefined) {
      this.#keepAlive = setInterval(() => {
        if (performance.now() - this.#lastSent >= keepAliveMs) this.#enqueue(keepAlive)
      }, keepAliveMs).unref()
    }
  }

  write(events: readonly AgUiEvent[]): Promise<void> | undefined {
    if (this.#controller === undefined) return undefined
    for (const event of events) this.#batch.push(...this.#coalescer.push(event))
    if (this.#coalescer.isHolding) this.#holdBack()
    // The first word goes out at once: it tells the client that it was heard.
    if (this.#batch.length >= mostJoined || this.#lastSent === 0) this.#send()
    else if (this.#batch.length > 0) this.#schedule()
    return this.#waitForRoom()
  }

  /** Nothing more comes; what waits is sent. */
  end(): void {
    this.#flush()
    const controller = this.#controller
    this.#stop()
    controller?.close()
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

  #enqueue(bytes: Uint8Array): void {
    this.#lastSent = performance.now()
    this.#controller?.enqueue(bytes)
  }

  #waitForRoom(): Promise<void> | undefined {
    if ((this.#controller?.desiredSize ?? 1) > 0) return undefined
    this.#room ??= Promise.withResolvers<void>()
    return this.#room.promise
  }

  #makeRoom(): void {
    this.#room?.resolve()
    this.#room = undefined
  }

  #stop(): void {
    clearInterval(this.#keepAlive)
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#controller = undefined
    this.#batch = []
    this.#makeRoom()
  }
}
