import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectPostgres } from '../../src/sessions/store/postgres/pg-database.lazy.ts'
import { clients, runClient } from '../support/ag-ui-clients.ts'
import { startPostgres, type PostgresServer } from '../support/fleet/postgres-server.ts'
import { eventsOf, readUntil, runInput, type WireEvent } from '../support/gateway-requests.ts'
import { type Serving, startServing } from '../support/serving.ts'

let server: PostgresServer
let folder: string
const gateways: Serving[] = []
beforeAll(async () => {
  server = await startPostgres({ command: (program, args) => [program, [...args]] }, '127.0.0.1')
  folder = mkdtempSync(join(tmpdir(), 'capstan-gateways-'))
})
afterAll(async () => {
  for (const { child, ended } of gateways) {
    child.kill('SIGKILL')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
  server[Symbol.dispose]()
})

/** A gateway with a token of its own; the working folder and the files of the agent are on a disk that all share. */
async function startGateway(name: string): Promise<Serving> {
  const home = join(folder, name)
  const env = {
    CAPSTAN_HOME: home,
    HOME: home,
    CAPSTAN_STORE: server.address.replace('capstan@', 'capstan:never-show-this@'),
  }
  const gateway = await startServing(['sim', '--port', '0', '--verbose'], { folder, env })
  gateways.push(gateway)
  return gateway
}

const call = async (
  { announced, token }: Serving,
  path: string,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Response> =>
  fetch(`${announced.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const json = async (gateway: Serving, path: string): Promise<Record<string, unknown>> =>
  (await (await call(gateway, path)).json()) as Record<string, unknown>
const statusOf = async (gateway: Serving, id: string): Promise<unknown> =>
  ((await json(gateway, '/api/threads')) as { threads: { id: string; status: string }[] }).threads.find(
    (thread) => thread.id === id,
  )?.status
const run = (gateway: Serving, given: Record<string, unknown>): Promise<Response> =>
  call(gateway, '/agents/sim', { method: 'POST', body: runInput(given) })
const connect = async (gateway: Serving, threadId: string): Promise<WireEvent[]> =>
  eventsOf(
    await call(gateway, '/agent/sim/connect', { method: 'POST', body: runInput({ threadId, runId: 'c' }) }),
  )
const textsIn = (events: readonly WireEvent[]): unknown[] =>
  (
    (events.find(({ type }) => type === 'MESSAGES_SNAPSHOT')?.['messages'] ?? []) as Record<string, unknown>[]
  ).flatMap(({ role, content }) => (role === 'user' || role === 'assistant' ? [content] : []))
const user = (id: string, content: string) => ({ id, role: 'user', content })

interface Visit {
  readonly status: number | undefined
  readonly cookie: string
}

/** A request with a Host of its own, which `fetch` does not allow. */
async function get(url: URL, headers: Record<string, string>): Promise<Visit> {
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage]
  response.resume()
  return { status: response.statusCode, cookie: response.headers['set-cookie']?.[0] ?? '' }
}

/** Approves the questions at the end of a run. */
function approvals(events: readonly WireEvent[]): object[] {
  const { outcome } = events.at(-1) as unknown as { outcome: { interrupts: { id: string }[] } }
  return outcome.interrupts.map(({ id }) => ({
    interruptId: id,
    status: 'resolved',
    payload: { approved: true },
  }))
}

/** The published client; each run goes to the next gateway, as behind a load balancer. */
function balanced(targets: readonly Serving[], threadId: string) {
  let turn = 0
  const [first] = targets
  const balancedFetch: typeof fetch = (_, init) => {
    const { announced, token } = targets[turn++ % targets.length] as Serving
    const headers = { ...(init?.headers as Record<string, string>), authorization: `Bearer ${token}` }
    return fetch(`${announced.url}/agents/sim`, { ...init, headers })
  }
  const { HttpAgent } = clients.current
  return new HttpAgent({ url: `${first?.announced.url}/agents/sim`, threadId, fetch: balancedFetch })
}

describe('two gateways on one database', () => {
  let a: Serving
  let b: Serving
  beforeAll(async () => {
    a = await startGateway('a')
    b = await startGateway('b')
  })

  it('continue one conversation with a client that alternates between them', async () => {
    const agent = balanced([a, b], 'both')
    for (const [index, text] of ['say one', 'say two', 'say three', 'say four'].entries()) {
      agent.addMessage({ id: `u${index}`, role: 'user', content: text })
      const { events, complaints } = await runClient(agent)
      expect([events.at(-1)?.type, complaints]).toEqual(['RUN_FINISHED', []])
    }
    const expected = ['say one', 'one\n', 'say two', 'two\n', 'say three', 'three\n', 'say four', 'four\n']
    for (const gateway of [a, b]) expect(textsIn(await connect(gateway, 'both'))).toEqual(expected)
    // One agent had the whole conversation.
    expect(await json(a, '/api/threads/both')).toEqual(await json(b, '/api/threads/both'))
  })

  it('list, rename, search and delete the same threads', async () => {
    await eventsOf(await run(a, { threadId: 'renamed', messages: [user('u1', 'say pineapple')] }))
    const changed = await call(b, '/api/threads/renamed', { method: 'PATCH', body: { title: 'Fruit' } })
    expect(await changed.json()).toMatchObject({ id: 'renamed', title: 'Fruit' })
    expect(await json(a, '/api/threads?search=fruit')).toMatchObject({ threads: [{ id: 'renamed' }] })
    expect(await json(b, '/api/threads?search=PINEAPPLE')).toMatchObject({
      threads: [{ title: 'Fruit', status: 'idle' }],
    })
    await eventsOf(await run(b, { threadId: 'renamed', runId: 'r2', messages: [user('u2', 'say more')] }))
    expect(await json(a, '/api/threads/renamed')).toMatchObject({ title: 'Fruit' })
    expect((await call(b, '/api/threads/renamed', { method: 'DELETE' })).status).toBe(204)
    for (const gateway of [a, b]) expect((await call(gateway, '/api/threads/renamed')).status).toBe(404)
  })

  it('answer a question of the agent through the other gateway', async () => {
    const messages = [user('u1', 'write note.txt hello')]
    const asked = await eventsOf(await run(a, { threadId: 'asks', messages }))
    expect(asked.at(-1)).toMatchObject({ outcome: { type: 'interrupt' } })
    expect([await statusOf(a, 'asks'), await statusOf(b, 'asks')]).toEqual(['waiting', 'waiting'])
    const resume = approvals(await connect(b, 'asks'))
    expect(resume).toEqual(approvals(asked))
    const answered = await eventsOf(await run(b, { threadId: 'asks', runId: 'r2', messages, resume }))
    expect(answered.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
    expect(readFileSync(join(folder, 'note.txt'), 'utf8')).toContain('hello')
    expect([await statusOf(a, 'asks'), await statusOf(b, 'asks')]).toEqual(['idle', 'idle'])
  })

  it('refuse a run in the same words as the owner', async () => {
    const bad = { threadId: 'both', runId: 'r9', messages: [] }
    const [own, other] = await Promise.all([run(a, bad), run(b, bad)])
    expect([own.status, await own.text()]).toEqual([other.status, await other.text()])
  })

  it('accept the token of the other gateway, and no other', async () => {
    const swapped = { ...b, token: a.token }
    expect((await call(swapped, '/api/threads')).status).toBe(200)
    expect((await call({ ...b, token: `${a.token}x` }, '/api/threads')).status).toBe(401)
    const database = await connectPostgres(server.localAddress, () => undefined)
    const rows = await database.query(`SELECT encode(digest, 'escape') AS text FROM capstan_gateway.tokens`)
    await database.close()
    expect(rows).toHaveLength(2)
    for (const { token } of [a, b]) expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('sign a browser in at both, by a link that works once at either', async () => {
    // Behind a load balancer, the browser uses one address.
    const host = 'localhost'
    const visit = ({ announced }: Serving, path: string, cookie = ''): Promise<Visit> =>
      get(new URL(path, announced.url), { host, cookie, accept: 'text/html' })
    const link = async (gateway: Serving): Promise<string> =>
      (
        (await (await call(gateway, '/api/login-links', { method: 'POST', body: {} })).json()) as {
          path: string
        }
      ).path
    const path = await link(a)
    const [first, second] = await Promise.all([visit(b, path), visit(a, path)])
    const statuses = [first, second].map(({ status }) => status)
    expect(statuses).toHaveLength(2)
    expect(statuses).toEqual(expect.arrayContaining([303, 401]))
    const signedIn = [first, second].find(({ status }) => status === 303)
    const cookie = /^[^;]+/.exec(signedIn?.cookie ?? '')?.[0] ?? ''
    for (const gateway of [a, b, a, b]) expect((await visit(gateway, '/', cookie)).status).toBe(200)
    // At once, before one gateway has heard of the sign-in at the other one.
    for (const [at, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const fresh = /^[^;]+/.exec((await visit(at, await link(at))).cookie)?.[0] ?? ''
      expect((await visit(other, '/', fresh)).status).toBe(200)
      expect((await visit(other, '/', `${fresh}x`)).status).toBe(401)
    }
    const database = await connectPostgres(server.localAddress, () => undefined)
    const rows = await database.query(`SELECT encode(digest, 'escape') AS text FROM capstan_gateway.logins`)
    await database.query('DELETE FROM capstan_gateway.logins')
    await database.query('SELECT pg_notify($1, $2)', ['capstan_gateway_logins', ''])
    await database.close()
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1])
    for (const gateway of [a, b]) {
      await expect.poll(async () => (await visit(gateway, '/', cookie)).status).toBe(401)
    }
  })

  it('continue a thread on the other gateway after a kill, and end the stream of a forwarded run', async () => {
    await eventsOf(await run(a, { threadId: 'lost', messages: [user('u1', 'say before')] }))
    await eventsOf(await run(a, { threadId: 'open', messages: [user('u2', 'write later.txt hello')] }))
    const messages = [user('u2', 'run sleep 60')]
    const asked = await eventsOf(await run(b, { threadId: 'lost', runId: 'r2', messages }))
    const streaming = await readUntil(
      await run(b, { threadId: 'lost', runId: 'r2b', messages, resume: approvals(asked) }),
      'RUN_STARTED',
    )
    // The owner stores the status while it runs.
    await expect.poll(() => statusOf(b, 'lost')).toBe('running')
    a.child.kill('SIGKILL')
    await a.ended
    expect((await streaming.rest()).at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'thread_elsewhere' })
    const killedAt = Date.now()
    const events = await eventsOf(
      await run(b, { threadId: 'lost', runId: 'r3', messages: [user('u3', 'say after')] }),
    )
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
    expect(Date.now() - killedAt).toBeLessThan(20_000)
    const texts = textsIn(await connect(b, 'lost'))
    expect(texts.slice(0, 2)).toEqual(['say before', 'before\n'])
    expect(texts.slice(-2)).toEqual(['say after', 'after\n'])
    expect(await statusOf(b, 'open')).toBe('idle')
  })

  it('give a restarted gateway the threads, and take its token as before', async () => {
    const token = a.token
    a = await startGateway('a')
    expect(a.token).toBe(token)
    expect(textsIn(await connect(a, 'lost')).slice(-2)).toEqual(['say after', 'after\n'])
    const events = await eventsOf(
      await run(a, { threadId: 'both', runId: 'r7', messages: [user('u9', 'say five')] }),
    )
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
    for (const gateway of [a, b]) expect(textsIn(await connect(gateway, 'both'))).toHaveLength(10)
  })

  it('show neither the password nor a token', () => {
    for (const { child, log, token } of [a, b]) {
      const shown = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8') + log()
      for (const secret of ['never-show-this', token]) expect(shown).not.toContain(secret)
    }
  })
})
