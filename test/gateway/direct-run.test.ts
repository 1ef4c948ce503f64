import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunInput } from '../../src/gateway/ag-ui/input.ts'
import { GatewayError } from '../../src/gateway/gateway-error.ts'
import type { RunSink } from '../../src/gateway/threads/run-sink.ts'
import type { ServedAgent } from '../../src/gateway/served-agent.ts'
import { bearer, createGatewayLab, type GatewayLab, type OpenGateway, token } from '../support/gateway-lab.ts'
import { eventsOf, post, runInput } from '../support/gateway-requests.ts'

let lab: GatewayLab
let open: OpenGateway
beforeAll(async () => {
  lab = createGatewayLab()
  open = await lab.open({}, { allowedOrigins: ['https://app.example'], limits: { maxBodyBytes: 10_000 } })
  for (const agent of [talker, late, broken, chatty]) open.gateway.add(agent)
})
afterAll(() => lab.remove())

function served(id: string, start: (input: RunInput, sink: RunSink) => Promise<void>): ServedAgent {
  return {
    id,
    name: id,
    description: '',
    busy: 0,
    capabilities: () => Promise.resolve({}),
    run: (input) => {
      if (input.threadId === 'busy') throw new GatewayError('thread_busy', 'It is busy')
      return { start: (sink) => start(input, sink), disconnect: () => undefined }
    },
    connect: (input) => ({ start: (sink) => start(input, sink), disconnect: () => undefined }),
    stop: () => false,
    close: () => Promise.resolve(),
  }
}

const talker = served('talker', async ({ threadId, runId }, sink) => {
  await sink.write([{ type: 'RUN_STARTED', threadId, runId }])
  await sink.write([{ type: 'RUN_FINISHED', threadId, runId }])
})

const begun = Promise.withResolvers<void>()
const late = served('late', async ({ threadId, runId }, sink) => {
  await begun.promise
  await sink.write([{ type: 'RUN_FINISHED', threadId, runId }])
})

const broken = served('broken', () => Promise.reject(new Error('a fault of ours')))

const piece = 'x'.repeat(100_000)
let written = 0
const waited = Promise.withResolvers<void>()
const chatty = served('chatty', async ({ threadId, runId }, sink) => {
  for (; written < 200; written++) {
    const drained = sink.write([{ type: 'TEXT_MESSAGE_CONTENT', messageId: String(written), delta: piece }])
    if (drained !== undefined) waited.resolve()
    await drained
  }
  await sink.write([{ type: 'RUN_FINISHED', threadId, runId }])
})

/** Sends a body without content-length, which the router handles. */
function postInPieces(path: string, body: string, headers: Record<string, string>): Promise<Response> {
  const stream = new Blob([body]).stream()
  return fetch(`${open.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer, ...headers },
    body: stream,
    duplex: 'half',
  })
}

async function contentOf(response: Response): Promise<unknown> {
  const names = [...response.headers.keys()].filter((name) => name.startsWith('access-') || name === 'vary')
  const type = response.headers.get('content-type')
  const cache = response.headers.get('cache-control')
  return { status: response.status, type, cache, names, text: await response.text() }
}

describe('the direct handler and the router give the same response for', () => {
  const input = JSON.stringify(runInput())
  test.each([
    ['a run', '/agents/talker', input, {}],
    ['a run of CopilotKit', '/agent/talker/run?on-disconnect=detach', input, {}],
    ['a reconnect', '/agent/talker/connect', input, {}],
    ['an allowed origin', '/agents/talker', input, { origin: 'https://app.example' }],
    ['an allowed origin with an invalid body', '/agents/talker', '{', { origin: 'https://app.example' }],
    ['another origin', '/agents/talker', input, { origin: 'https://evil.example' }],
    ['a wrong token', '/agents/talker', input, { authorization: 'Bearer wrong' }],
    ['another type', '/agents/talker', input, { 'content-type': 'text/plain' }],
    ['no JSON', '/agents/talker', '{', {}],
    ['a list', '/agents/talker', '[]', {}],
    ['too much', '/agents/talker', JSON.stringify(runInput({ state: 'x'.repeat(20_000) })), {}],
    ['a busy thread', '/agents/talker', JSON.stringify(runInput({ threadId: 'busy' })), {}],
    ['an unknown agent', '/agents/nobody', input, {}],
    ['an encoded name', '/agents/talk%65r', input, {}],
    ['a fault', '/agents/broken', input, {}],
  ])('%s', async (_, path, body, headers) => {
    const short = await contentOf(await post(`${open.url}${path}`, body, headers))
    expect(await contentOf(await postInPieces(path, body, headers))).toEqual(short)
  })

  test('a gateway without a server', async () => {
    const headers = { ...bearer, host: 'localhost', 'content-type': 'application/json' }
    const asked = new Request('http://localhost/agents/talker', { method: 'POST', headers, body: input })
    const short = await contentOf(await post(`${open.url}/agents/talker`, input))
    expect(await contentOf(await open.gateway.fetch(asked))).toEqual(short)
  })
})

test('rejects a duplicate header', async () => {
  const body = JSON.stringify(runInput())
  const sent = request({
    host: '127.0.0.1',
    port: open.server.port,
    path: '/agents/talker',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      authorization: [`Bearer ${token}`, 'Bearer other'] as unknown as string,
    },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  expect(response.statusCode).toBe(401)
})

test('sends the response headers before the first event', async () => {
  const response = await post(`${open.url}/agents/late`, runInput())
  expect(response.status).toBe(200)
  begun.resolve()
  expect(await eventsOf(response)).toEqual([{ type: 'RUN_FINISHED', threadId: 't1', runId: 'r1' }])
})

test('an agent waits for a slow client', async () => {
  const response = await post(`${open.url}/agents/chatty`, runInput())
  await waited.promise
  expect(written).toBeLessThan(200)
  const events = await eventsOf(response)
  expect([events.length, events.at(-1)?.type]).toEqual([201, 'RUN_FINISHED'])
})
