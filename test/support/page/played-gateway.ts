import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readPageFiles } from '../../../src/gateway/http/page/page-files.ts'
import type { AgUiEvent } from '../../../src/gateway/ag-ui/events.ts'
import type { RunInput } from '../../../src/gateway/ag-ui/input.ts'

/** A run that the page started: the test plays its events. */
export interface PlayedRun {
  readonly input: RunInput
  send(...events: AgUiEvent[]): void
  end(...events: AgUiEvent[]): void
}

/** A server with the page and one agent, `actor`, whose runs are played by the test. */
export interface PlayedGateway {
  readonly url: string
  /** The next run that the page starts. */
  nextRun(): Promise<PlayedRun>
  /** Requests about queued messages, as `PUT <path> <body>`. */
  readonly queueCalls: readonly string[]
  /** Refuses the next request about a queued message, as after it was sent. */
  refuseNext(): void
  close(): Promise<void>
}

export async function playGateway(): Promise<PlayedGateway> {
  const files = readPageFiles()
  const runs: PlayedRun[] = []
  const waiting: ((run: PlayedRun) => void)[] = []
  const queueCalls: string[] = []
  let isRefusing = false

  const startRun = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const input = JSON.parse(await bodyOf(request)) as RunInput
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (...events: AgUiEvent[]): void => {
      for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`)
    }
    const end = (...events: AgUiEvent[]): void => {
      send(...events)
      response.end()
    }
    const run = { input, send, end }
    const taker = waiting.shift()
    if (taker === undefined) runs.push(run)
    else taker(run)
  }
  const changeQueue = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    queueCalls.push([request.method, request.url, await bodyOf(request)].join(' ').trim())
    const error = { code: 'not_queued', message: 'The message was already sent' }
    if (isRefusing) json(response, { error }, 404)
    else response.writeHead(204).end()
    isRefusing = false
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '/' } = request
    const [path = '/'] = url.split('?')
    const file = files.get(path)
    if (file !== undefined) response.writeHead(200, { 'content-type': file.contentType }).end(file.body)
    else if (method === 'POST' && path === '/agents/actor') await startRun(request, response)
    else if (/\/queue\//.test(path)) await changeQueue(request, response)
    else if (path === '/api/agents') json(response, [actor])
    else if (path === '/api/models') json(response, [])
    else json(response, {})
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextRun: () => {
      const run = runs.shift()
      return run === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(run)
    },
    queueCalls,
    refuseNext: () => {
      isRefusing = true
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const actor = { id: 'actor', name: 'Actor', installed: true, transport: 'acp' }

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
