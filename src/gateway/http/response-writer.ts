import type { ServerResponse } from 'node:http'
import { ignore } from '../../core/ignore.ts'

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

/** Writes to Node's own response, which applies back-pressure itself. */
export class NodeResponseWriter implements ResponseWriter {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
  }

  open({ onDrain, onDisconnected }: ResponseListener): void {
    const response = this.#response
    const onClose = (): void => {
      if (!response.writableEnded) onDisconnected()
    }
    // A write while the client disconnects raises an error that can be ignored.
    response.on('drain', onDrain).on('close', onClose).on('error', ignore)
    if (response.destroyed) queueMicrotask(onClose)
  }

  write(data: string | Uint8Array): boolean {
    return this.#response.write(data)
  }

  end(): void {
    this.#response.end()
  }
}
