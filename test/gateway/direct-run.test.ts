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

function served(id: string, tell: (input: RunInput, sink: RunSink) => Promise<void>): ServedAgent {
  return {
    id,
    name: id,
    description: '',
    busy: 0,
    capabilities: () => Promise.resolve({}),
    run: (input) => {
      if (input.threadId === 'busy') throw new GatewayError('thread_busy', 'It is busy')
      return { start: (sink) => tell(input, sink), leave: () => undefined }
    },
    connect: (input) => ({ start: (sink) => tell(input, sink), leave: () => undefined }),
    stop: () => false,
    expire: () => Promise.resolve(),
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
    const room = sink.write([{ type: 'TEXT_MESSAGE_CONTENT', messageId: String(written), delta: piece }])
    if (room !== undefined) waited.resolve()
    await room
  }
  await sink.write([{ type: 'RUN_FINISHED', threadId, runId }])
})

/** A body without a length, which the router reads. */
function postInPieces(path: string, body: string, headers: Record<string, string>): Promise<Response> {
  const stream = new Blob([body]).stream()
  return fetch(`${open.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer, ...headers },
    body: stream,
    duplex: 'half',
  })
}

async function told(response: Response): Promise<unknown> {
  const names = [...response.headers.keys()].filter((name) => name.startsWith('access-') || name === 'vary')
  const type = response.headers.get('content-type')
  const cache = response.headers.get('cache-control')
  return { status: response.status, type, cache, names, text: await response.text() }
}

describe('the short way of a run and the router answer alike', () => {
  const input = JSON.stringify(runInput())
  test.each([
    ['a run', '/agents/talker', input, {}],
    ['a run of CopilotKit', '/agent/talker/run?on-disconnect=detach', input, {}],
    ['a client that comes back', '/agent/talker/connect', input, {}],
    ['a page that may', '/agents/talker', input, { origin: 'https://app.example' }],
    ['a page that may, with something wrong', '/agents/talker', '{', { origin: 'https://app.example' }],
    ['a page of elsewhere', '/agents/talker', input, { origin: 'https://evil.example' }],
    ['a wrong token', '/agents/talker', input, { authorization: 'Bearer wrong' }],
    ['another type', '/agents/talker', input, { 'content-type': 'text/plain' }],
    ['no JSON', '/agents/talker', '{', {}],
    ['a list', '/agents/talker', '[]', {}],
    ['too much', '/agents/talker', JSON.stringify(runInput({ state: 'x'.repeat(20_000) })), {}],
    ['a thread that is busy', '/agents/talker', JSON.stringify(runInput({ threadId: 'busy' })), {}],
    ['an agent that is not there', '/agents/nobody', input, {}],
    ['a name that has to be decoded', '/agents/talk%65r', input, {}],
    ['a fault', '/agents/broken', input, {}],
  ])('%s', async (_, path, body, headers) => {
    const short = await told(await post(`${open.url}${path}`, body, headers))
    expect(await told(await postInPieces(path, body, headers))).toEqual(short)
  })

  test('and so does a gateway without a server', async () => {
    const headers = { ...bearer, host: 'localhost', 'content-type': 'application/json' }
    const asked = new Request('http://localhost/agents/talker', { method: 'POST', headers, body: input })
    const short = await told(await post(`${open.url}/agents/talker`, input))
    expect(await told(await open.gateway.fetch(asked))).toEqual(short)
  })
})

test('a header that comes twice is refused', async () => {
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

test('a client is answered before the agent has anything to tell', async () => {
  const response = await post(`${open.url}/agents/late`, runInput())
  expect(response.status).toBe(200)
  begun.resolve()
  expect(await eventsOf(response)).toEqual([{ type: 'RUN_FINISHED', threadId: 't1', runId: 'r1' }])
})

test('an agent waits for a client that does not read', async () => {
  const response = await post(`${open.url}/agents/chatty`, runInput())
  await waited.promise
  expect(written).toBeLessThan(200)
  const events = await eventsOf(response)
  expect([events.length, events.at(-1)?.type]).toEqual([201, 'RUN_FINISHED'])
})
