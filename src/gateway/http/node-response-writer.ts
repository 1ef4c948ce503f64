import type { ServerResponse } from 'node:http'
import { ignore } from '../../core/ignore.ts'
import type { ResponseWriter, ResponseListener } from './response-writer.ts'

/** The response of Node's own server, which says by itself when too much waits. */
export class NodeResponseWriter implements ResponseWriter {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
  }

  open({ onRoom, onLeft }: ResponseListener): void {
    const response = this.#response
    const leave = (): void => {
      if (!response.writableEnded) onLeft()
    }
    // What is written in the moment in which a client goes is an error here, and none of ours.
    response.on('drain', onRoom).on('close', leave).on('error', ignore)
    if (response.destroyed) queueMicrotask(leave)
  }

  write(data: string | Uint8Array): boolean {
    return this.#response.write(data)
  }

  end(): void {
    this.#response.end()
  }
}
