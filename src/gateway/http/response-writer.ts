/** What has to be heard of a client while bytes are on their way to it. */
export interface ResponseListener {
  /** It has read, and more can be written. */
  readonly onRoom: () => void
  /** It went before the end. */
  readonly onLeft: () => void
}

/** Where the bytes of an answer go. */
export interface ResponseWriter {
  /** Is called once, before anything is written. */
  open(listener: ResponseListener): void
  /** Gives false when the client has to read before more is written. */
  write(data: string | Uint8Array): boolean
  end(): void
}

/** How many bytes may wait for a client that reads slowly before the agent has to wait as well. */
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
        pull: () => this.#listener?.onRoom(),
        cancel: () => {
          this.#controller = undefined
          this.#listener?.onLeft()
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
