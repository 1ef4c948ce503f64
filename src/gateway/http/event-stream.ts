import { Coalescer } from '../ag-ui/coalescer.ts'
import type { AgUiEvent } from '../ag-ui/events.ts'
import type { RunSink } from '../threads/run-sink.ts'
import type { EventEncoding } from './encoding.ts'
import { KeepAliveBeat } from './keep-alive-beat.ts'
import type { ResponseWriter } from './response-writer.ts'

export interface EventStreamOptions {
  readonly encoding: EventEncoding
  readonly writer: ResponseWriter
  /** The client disconnected before the end. */
  readonly onDisconnected: () => void
  /** How long text may wait to be joined with the next delta, in milliseconds. */
  readonly windowMs?: number
}

const beat = new KeepAliveBeat()
/** Maximum number of events per write. */
const mostJoined = 64

/**
 * The response stream of a run. Text deltas are joined within a short window; the first after a pause is sent at once.
 * Events of the same tick share one write.
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
  #drained: PromiseWithResolvers<void> | undefined

  constructor(options: EventStreamOptions) {
    const { writer, windowMs = 20 } = options
    this.#options = options
    this.#windowMs = windowMs
    this.#writer = writer
    writer.open({
      onDrain: () => this.#resolveDrained(),
      onDisconnected: () => {
        this.#stop()
        options.onDisconnected()
      },
    })
    beat.add(this)
  }

  /** Sends a keep-alive if nothing was sent since then. */
  keepAlive(since: number): void {
    const { keepAlive } = this.#options.encoding
    if (keepAlive !== undefined && this.#lastSent < since) this.#enqueue(keepAlive)
  }

  /** Whether anything was sent. */
  get hasBegun(): boolean {
    return this.#lastSent !== 0
  }

  write(events: readonly AgUiEvent[]): Promise<void> | undefined {
    if (this.#writer === undefined) return undefined
    for (const event of events) this.#batch.push(...this.#coalescer.push(event))
    if (this.#coalescer.isHolding) this.#holdBack()
    // The first event is sent at once, so that the client knows that the run was accepted.
    if (this.#batch.length >= mostJoined || !this.hasBegun) this.#send()
    else if (this.#batch.length > 0) this.#schedule()
    return this.#drained?.promise
  }

  /** Sends the buffered events and ends the response. */
  end(): void {
    this.#flush()
    const writer = this.#writer
    this.#stop()
    writer?.end()
  }

  /** Delays a delta to join it with the next, unless nothing was sent for a while. */
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
    const canWriteMore = this.#writer?.write(data) ?? true
    if (!canWriteMore) this.#drained ??= Promise.withResolvers<void>()
  }

  #resolveDrained(): void {
    this.#drained?.resolve()
    this.#drained = undefined
  }

  #stop(): void {
    beat.remove(this)
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writer = undefined
    this.#batch = []
    this.#resolveDrained()
  }
}
