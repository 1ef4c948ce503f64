import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How many events an answer has, and how they are grouped into writes. */
export const events = 2000

const start = {
  type: 'message_start',
  message: {
    model: 'claude-x',
    usage: { input_tokens: 1200, cache_read_input_tokens: 9000, output_tokens: 1 },
  },
}
const delta = (index: number): object => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text: ` and then the model wrote word number ${index}` },
})
const end = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2400 } }

function written(event: object & { type?: string }): string {
  return `event: ${event.type ?? ''}\ndata: ${JSON.stringify(event)}\n\n`
}

const beginning = written(start)
const pieces = Array.from({ length: events }, (_, index) => Buffer.from(written(delta(index))))
const ending = written(end) + written({ type: 'message_stop' })

/** A provider that streams an answer of Anthropic's API, each event in a write of its own. */
export async function startUpstream(): Promise<{ port: number; server: Server }> {
  const server = createServer((incoming, response) => {
    incoming.resume()
    incoming.once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(beginning)
      if (incoming.headers['x-short'] !== undefined) {
        response.end(ending)
        return
      }
      let next = 0
      const more = (): void => {
        // A write per turn of the loop, so that each arrives on its own, as from a model.
        response.write(pieces[next])
        next += 1
        if (next < pieces.length) setImmediate(more)
        else response.end(ending)
      }
      more()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, server }
}
