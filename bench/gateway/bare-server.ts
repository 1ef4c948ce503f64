import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgUiEvent } from '../../src/gateway/ag-ui/events.ts'
import { piece, thinking } from './talker.ts'

/** A listening server. */
export interface BareServer {
  readonly port: number
  close(): void
}

interface BareInput {
  threadId: string
  runId: string
  forwardedProps: number
}

/** A minimal AG-UI server on `node:http`: reads the input and emits a run, without authentication. */
export async function startBareServer(): Promise<BareServer> {
  const server = createServer((incoming, response) => {
    void readInput(incoming).then((input) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return tell(input, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function readInput(incoming: IncomingMessage): Promise<BareInput> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as BareInput))
  })
}

async function tell(
  { threadId, runId, forwardedProps: count }: BareInput,
  response: NodeJS.WritableStream,
): Promise<void> {
  const send = (event: AgUiEvent): boolean => response.write(`data: ${JSON.stringify(event)}\n\n`)
  send({ type: 'RUN_STARTED', threadId, runId })
  await thinking()
  for (let index = 0; index < count; index++) {
    const isTaken = send({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'r:text:1', delta: piece })
    if (!isTaken) await once(response, 'drain')
    if (index % 64 === 63) await nextTurn()
  }
  send({ type: 'RUN_FINISHED', threadId, runId })
  response.end()
}
