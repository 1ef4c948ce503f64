import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { anthropicMessages } from './anthropic-messages.ts'
import { gemini } from './gemini.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import type { Answer, ServerEvent } from './wire.ts'

/** The one key the provider is asked with; it is taken out of everything that is recorded. */
export const dummyKey = 'sk-dummy-0123456789'

export interface RecordedRequest {
  method: string
  path: string
  /** What was sent, read as JSON; null when it was empty or something else. */
  body: unknown
}

export interface RecordingProvider {
  url: string
  requests: readonly RecordedRequest[]
  close(): void
}

const wires = [anthropicMessages, openaiResponses, openaiChat, gemini]

/** Starts a provider on loopback that writes down what it is asked and gives every turn a short answer. */
export async function startProvider(): Promise<RecordingProvider> {
  const requests: RecordedRequest[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1')
    requests.push({ method: request.method ?? '', path: withoutKey(pathname + search), body })
    respond(response, answerTo({ method: request.method, path: pathname, body }))
  }
  const server = createServer((request, response) => void serve(request, response))
  server.on('upgrade', (request, socket) => {
    requests.push({ method: 'UPGRADE', path: withoutKey(request.url ?? '/'), body: null })
    socket.end('HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function answerTo(asked: { method?: string; path: string; body: unknown }): Answer | undefined {
  const { method, path, body } = asked
  if (method === 'GET' && path.endsWith('/models')) return { json: { object: 'list', data: [], models: [] } }
  const wire = wires.find((candidate) => candidate.matches(path))
  if (method !== 'POST' || wire === undefined || typeof body !== 'object' || body === null) return undefined
  return wire.answer({ path, body: body as Record<string, unknown> })
}

function respond(response: ServerResponse, answer: Answer | undefined): void {
  if (answer !== undefined && 'events' in answer) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
    response.end(answer.events.map(written).join(''))
    return
  }
  const content = answer === undefined ? { error: { message: 'There is nothing here' } } : answer.json
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(content))
}

function written({ event, data }: ServerEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks = (await request.toArray()) as Buffer[]
  try {
    return JSON.parse(withoutKey(Buffer.concat(chunks).toString('utf8'))) as unknown
  } catch {
    return null
  }
}

function withoutKey(text: string): string {
  return text.replaceAll(dummyKey, '[key]')
}
