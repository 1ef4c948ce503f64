import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'

/** The token of every gateway in these benchmarks. */
export const token = 'a-token-for-the-bench-of-the-gateway'

/** The outcome of a run. */
export interface Streamed {
  /** Milliseconds from the request to the first byte of the body. */
  readonly firstMs: number
  readonly events: number
  /** The last event as it was sent. */
  readonly last: string
}

/** The runs of all clients: each has its own thread. */
let runs = 0

/** Starts runs over persistent connections. */
export class StreamClient {
  readonly #agent: Agent

  constructor(maxSockets: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets })
  }

  /** Starts a run in a new thread and reads it to the end. */
  async run(port: number, path: string, input: object): Promise<Streamed> {
    runs += 1
    const names = { threadId: `t${runs}`, runId: `r${runs}` }
    const body = JSON.stringify({ ...names, messages: [], protocolVersion: '1.0', ...input })
    const began = performance.now()
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Bearer ${token}`,
    }
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent: this.#agent, headers })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    let firstMs: number | undefined
    let events = 0
    let last: Buffer = Buffer.alloc(0)
    for await (const chunk of response as AsyncIterable<Buffer>) {
      firstMs ??= performance.now() - began
      last = chunk
      for (let at = chunk.indexOf('\n\n'); at !== -1; at = chunk.indexOf('\n\n', at + 2)) events += 1
    }
    const text = last.toString().trimEnd()
    return { firstMs: firstMs ?? Number.NaN, events, last: text.slice(text.lastIndexOf('data: ') + 6) }
  }

  close(): void {
    this.#agent.destroy()
  }
}
