import type { ServerResponse } from 'node:http'
import { ignore } from '../../core/ignore.ts'
import type { ResponseWriter, ResponseListener } from './response-writer.ts'

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
