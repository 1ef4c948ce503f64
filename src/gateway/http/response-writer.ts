/** Callbacks about the client of a response. */
export interface ResponseListener {
  /** The client has read, and more can be written. */
  readonly onDrain: () => void
  /** The client disconnected before the end. */
  readonly onDisconnected: () => void
}

/** Writes the body of a response. */
export interface ResponseWriter {
  /** Called once, before the first write. */
  open(listener: ResponseListener): void
  /** Returns false if the client must read before the next write. */
  write(data: string | Uint8Array): boolean
  end(): void
}

/** Bytes to buffer for a slow client before the agent has to wait. */
const bufferedBytes = 64 * 1024
const encoder = new TextEncoder()

/** The body of a web response. */
export class WebResponseWriter implements ResponseWriter {
  readonly body: ReadableStream<Uint8Array>
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #listener: ResponseListener | undefined

  constructor() {
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller
        },
        pull: () => this.#listener?.onDrain(),
        cancel: () => {
          this.#controller = undefined
          this.#listener?.onDisconnected()
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: bufferedBytes }),
    )
  }

  open(listener: ResponseListener): void {
    this.#listener = listener
  }

  write(data: string | Uint8Array): boolean {
    this.#controller?.enqueue(typeof data === 'string' ? encoder.encode(data) : data)
    return (this.#controller?.desiredSize ?? 1) > 0
  }

  end(): void {
    this.#controller?.close()
    this.#controller = undefined
  }
}
