import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryStore } from '../../src/sessions/store/memory.ts'
import { type ApiClient, apiClient, requireDocumented } from '../support/gateway-api.ts'
import { bearer, createGatewayLab, type GatewayLab, type OpenGateway } from '../support/gateway-lab.ts'
import { fakeSession } from '../support/sessions/fake-session.ts'

interface Entry {
  cursor: number
  session: string
  event: { type: string; chunk?: { id: string } }
}
interface Frame {
  id?: string
  event?: string
  data?: Entry
}

let lab: GatewayLab
let open: OpenGateway
let api: ApiClient
beforeEach(async () => {
  lab = createGatewayLab()
  open = await lab.open()
  api = await apiClient(open.url)
})
afterEach(() => lab.remove())

/** Registers a session and returns a function that emits an event of it. */
function logger(handle: string): (message: string) => void {
  const session = fakeSession({ handle })
  open.gateway.sessions.register(session)
  return (content) =>
    void session.emit({
      type: 'transcript.chunk',
      chunk: { id: content, at: new Date(0), role: 'agent', content, sequence: 1 },
    })
}

async function listen(query = '', headers: Record<string, string> = {}): Promise<Reader> {
  const response = await fetch(`${open.url}/api/events${query}`, { headers: { ...bearer, ...headers } })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  return new Reader(response)
}

class Reader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ''

  constructor(response: Response) {
    this.#reader = (response.body as ReadableStream<Uint8Array>).getReader()
  }

  /** The next frame with data; undefined at the end. */
  async next(): Promise<Frame | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end !== -1) {
        const frame = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        if (!frame.startsWith(':')) return parse(frame)
        continue
      }
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      this.#text += this.#decoder.decode(value, { stream: true })
    }
  }

  async take(count: number): Promise<Frame[]> {
    const frames: Frame[] = []
    while (frames.length < count) frames.push((await this.next()) ?? {})
    return frames
  }

  leave(): Promise<void> {
    return this.#reader.cancel()
  }
}

function parse(frame: string): Frame {
  const fields = frame.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string])
  const { data, ...rest } = Object.fromEntries(fields) as { data?: string; id?: string; event?: string }
  return { ...rest, ...(data === undefined ? {} : { data: JSON.parse(data) as Entry }) }
}

test('are streamed as they happen, with their cursor', async () => {
  const log = logger('ada')
  const stream = await listen()
  log('one')
  const [frame] = await stream.take(1)
  expect(frame?.id).toBe(String(frame?.data?.cursor))
  expect(frame?.data).toMatchObject({ session: 'ses_ada', event: { type: 'transcript.chunk' } })
  requireDocumented(api.document, { operation: ['GET', '/api/events'], status: 200, answer: frame?.data })
  await stream.leave()
})

test('resume from a cursor or Last-Event-ID without loss', async () => {
  const log = logger('ada')
  for (const name of ['one', 'two', 'three']) log(name)
  const all = await (await listen('?after=0&type=transcript.chunk')).take(3)
  const cursors = all.map(({ data }) => data?.cursor)
  log('four')
  const rest = await (await listen(`?after=${cursors[1]}&type=transcript.chunk`)).take(2)
  expect(rest[0]?.data?.cursor).toBe(cursors[2])
  const back = await listen('?after=0&type=transcript.chunk', { 'last-event-id': String(cursors[2]) })
  expect((await back.take(1))[0]?.data).toEqual(rest[1]?.data)
})

test('are filtered by session and type', async () => {
  const [ada, bea] = [logger('ada'), logger('bea')]
  const stream = await listen('?after=0&session=@bea&type=transcript.*,delivery.*')
  ada('one')
  bea('two')
  const [first] = await stream.take(1)
  expect(first?.data).toMatchObject({ session: 'ses_bea', event: { type: 'transcript.chunk' } })
})

test('start over with a reset for a cursor of another log', async () => {
  logger('ada')('one')
  const [first, second] = await (await listen('', { 'last-event-id': '999999' })).take(2)
  expect(first).toEqual({ event: 'reset', data: {} })
  expect(second?.data?.cursor).toBe(1)
})

test('send a reset if the log dropped unread events, but not for a quiet session', async () => {
  open = await lab.open({}, { sessionStore: createMemoryStore({ maxEvents: 10 }) })
  const [ada, bea] = [logger('ada'), logger('bea')]
  bea('first')
  const quiet = await listen('?after=1&session=@bea&type=transcript.chunk')
  expect((await quiet.next())?.data?.event.chunk?.id).toBe('first')
  const all = await listen('?session=@ada&type=transcript.chunk')
  for (let index = 0; index < 40; index += 1) {
    ada(`${index}`)
    await all.next()
  }
  bea('last')
  expect((await quiet.next())?.data?.event.chunk?.id).toBe('last')

  const { firstCursor, lastCursor } = open.gateway.sessions.events
  expect(lastCursor - firstCursor).toBe(9)
  const [first, second] = await (await listen('', { 'last-event-id': '3' })).take(2)
  expect([first, second?.data?.cursor]).toEqual([{ event: 'reset', data: {} }, firstCursor])
  for (const after of [0, firstCursor - 1]) {
    const [oldest] = await (await listen(`?after=${after}`)).take(1)
    expect(oldest?.data?.cursor).toBe(firstCursor)
  }
})

test('reach a slow client without loss', async () => {
  const log = logger('ada')
  const stream = await listen('?after=0&type=transcript.chunk')
  const long = 'x'.repeat(20_000)
  for (let index = 0; index < 1000; index += 1) log(`${index} ${long}`)
  const frames = await stream.take(1000)
  const ids = frames.map(({ data }) => Number(data?.event.chunk?.id.split(' ')[0]))
  expect(ids).toEqual(Array.from({ length: 1000 }, (_, index) => index))
})

test('end with the gateway', async () => {
  const stream = await listen()
  const ended = stream.next()
  await open.server.close()
  expect(await ended).toBeUndefined()
})

test.each([
  ['?type=no.such', {}, 400, 'invalid_input'],
  ['?after=soon', {}, 400, 'invalid_input'],
  ['?session=@nobody', {}, 404, 'unknown_session'],
  ['', { 'last-event-id': 'x' }, 400, 'invalid_input'],
])('%s %j is rejected', async (query, headers, status, code) => {
  const response = await fetch(`${open.url}/api/events${query}`, { headers: { ...bearer, ...headers } })
  expect([response.status, await response.json()]).toEqual([
    status,
    { error: expect.objectContaining({ code }) },
  ])
})
