import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openSqliteStore } from '../../src/sessions/store/sqlite.ts'
import { type ApiClient, apiClient } from '../support/gateway-api.ts'
import { createGatewayLab, type GatewayLab, type OpenGateway } from '../support/gateway-lab.ts'
import { fakeSession } from '../support/sessions/fake-session.ts'

interface Report {
  identity: { id: string; handle: string }
  status: string
  deliveries: object
}
interface Sent {
  message: { id: string }
  deliveries: { id: string; state: string; mode: string }[]
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

async function start(body: object = {}): Promise<Report> {
  const answer = await api.ask<Report>('POST /api/sessions', { body: { agent: 'sim', name: 'Ada', ...body } })
  expect(answer.status).toBe(201)
  return answer.body
}

const ada = { params: { id: '@ada' } }

test('opens, shows, prompts and releases a session', async () => {
  const { identity, status } = await start({ permissions: 'allow' })
  expect([identity.handle, status]).toEqual(['ada', 'idle'])
  const listed = await api.ask<Report[]>('GET /api/sessions')
  expect(listed.body.map((one) => one.identity.id)).toEqual([identity.id])
  expect((await api.ask<Report>('GET /api/sessions/{id}', { params: { id: identity.id } })).body.status).toBe(
    'idle',
  )

  const said = await api.ask('POST /api/sessions/{id}/prompt', {
    ...ada,
    body: { text: 'say hi', wait: true },
  })
  expect(said).toMatchObject({ status: 200, body: { text: 'hi\n', stopReason: 'end-turn' } })
  const later = await api.ask('POST /api/sessions/{id}/prompt', { ...ada, body: { text: 'run sleep 30' } })
  expect(later.status).toBe(202)
  const busy = await api.ask('POST /api/sessions/{id}/prompt', { ...ada, body: { text: 'say no' } })
  expect(busy).toMatchObject({ status: 409, body: { error: { code: 'session_busy' } } })

  const released = await api.ask<Report>('POST /api/sessions/{id}/release', {
    ...ada,
    body: { reason: 'done' },
  })
  expect([released.status, released.body.status]).toEqual([200, 'released'])
  const gone = await api.ask('POST /api/sessions/{id}/prompt', { ...ada, body: { text: 'say hi' } })
  expect(gone).toMatchObject({ status: 409, body: { error: { code: 'session_gone' } } })
})

test('sends and lists messages with their receipts', async () => {
  const { identity } = await start()
  const body = { to: '@ada', text: 'say hello', mode: 'on-idle', idempotencyKey: 'one' }
  const sent = await api.ask<Sent>('POST /api/messages', { body })
  expect(sent.status).toBe(201)
  await open.gateway.sessions.events.waitFor({ type: 'delivery.delivered', session: '@ada' }, { since: 0 })
  const again = await api.ask('POST /api/messages', { body })
  expect(again.body).toMatchObject({ message: { id: sent.body.message.id }, duplicate: true })

  type Receipts = { delivery: { state: string }; receipts: { status: string }[] }[]
  const params = { id: sent.body.message.id }
  const { body: accounts } = await api.ask<Receipts>('GET /api/messages/{id}/receipts', { params })
  expect(
    accounts.map(({ delivery, receipts }) => [delivery.state, receipts.map(({ status }) => status)]),
  ).toEqual([['delivered', ['delivered']]])
  const inbox = await api.ask<{ message: { text: string } }[]>('GET /api/sessions/{id}/inbox', {
    ...ada,
    query: { unread: 'true' },
  })
  expect(inbox.body.map(({ message }) => message.text)).toEqual(['say hello'])

  const fromAda = await api.ask<Sent>('POST /api/messages', {
    body: { from: '@ada', to: '@user', text: 'hi' },
  })
  expect(fromAda.body.message).toMatchObject({ from: { id: identity.id } })
  const conflict = await api.ask('POST /api/messages', { body: { ...body, text: 'other' } })
  expect(conflict).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } })
})

test('flushes, holds and redelivers messages', async () => {
  await start()
  const deadline = new Date(Date.now() + 1000).toISOString()
  const message = { to: '@ada', text: 'say hello', mode: 'manual' }
  await api.ask('POST /api/messages', { body: { ...message, deadline } })
  await open.gateway.sessions.events.waitFor({ type: 'delivery.failed', session: '@ada' }, { since: 0 })
  const query = { state: 'dead', recipient: '@ada' }
  const dead = await api.ask<{ id: string; dead: { reason: string } }[]>('GET /api/deliveries', { query })
  expect(dead.body.map((one) => one.dead.reason)).toEqual(['expired'])

  const params = { id: dead.body[0]?.id ?? '' }
  const redelivered = await api.ask('POST /api/deliveries/{id}/redeliver', { params, body: {} })
  expect(redelivered.body).toMatchObject({ id: params.id, state: 'pending' })
  const decided = await api.ask('POST /api/deliveries/{id}/settle', { params, body: { as: 'dead' } })
  expect(decided).toMatchObject({ status: 409, body: { error: { code: 'delivery_decided' } } })
  expect((await api.ask('POST /api/sessions/{id}/flush', ada)).body).toEqual({ count: 1 })
})

test('settles a delivery in doubt', async () => {
  const unclear = fakeSession({ handle: 'eve', receive: async () => ({ status: 'perhaps' }) as never })
  open.gateway.sessions.register(unclear)
  await api.ask('POST /api/messages', { body: { to: '@eve', text: 'hello', mode: 'immediate' } })
  type Listed = { id: string; state: string }[]
  const query = { state: 'in-doubt,pending' }
  await expect
    .poll(async () =>
      (await api.ask<Listed>('GET /api/deliveries', { query })).body.map(({ state }) => state),
    )
    .toEqual(['in-doubt'])
  const { body } = await api.ask<Listed>('GET /api/deliveries', { query })
  const settled = await api.ask('POST /api/deliveries/{id}/settle', {
    params: { id: body[0]?.id ?? '' },
    body: { as: 'delivered' },
  })
  expect(settled.body).toMatchObject({ state: 'delivered' })
})

test('pauses, resumes, forks and snapshots a session', async () => {
  await start()
  const paused = await api.ask<Report>('POST /api/sessions/{id}/pause', { ...ada, body: { reason: 'lunch' } })
  expect(paused.body.status).toBe('paused')
  const held = await api.ask('POST /api/sessions/{id}/prompt', { ...ada, body: { text: 'say hi' } })
  expect(held).toMatchObject({ status: 409, body: { error: { code: 'session_not_ready' } } })
  expect((await api.ask<Report>('POST /api/sessions/{id}/resume', ada)).body.status).toBe('idle')
  const twice = await api.ask('POST /api/sessions/{id}/resume', ada)
  expect(twice).toMatchObject({ status: 409, body: { error: { code: 'impossible_status' } } })

  const forked = await api.ask<Report>('POST /api/sessions/{id}/fork', { ...ada, body: { name: 'Bea' } })
  expect([forked.status, forked.body.identity.handle]).toEqual([201, 'bea'])
  const said = await api.ask('POST /api/sessions/{id}/prompt', {
    params: { id: '@bea' },
    body: { text: 'say hi', wait: true },
  })
  expect(said.body).toMatchObject({ text: 'hi\n' })
  expect((await api.ask('POST /api/sessions/{id}/snapshot', ada)).body).toMatchObject({
    kind: 'agent',
    version: 1,
    agent: 'sim',
  })
})

test('rejects an unsupported action with the supported ones', async () => {
  const eve = fakeSession({ handle: 'eve' })
  open.gateway.sessions.register(eve)
  const params = { id: '@eve' }
  expect(await api.ask('POST /api/sessions/{id}/snapshot', { params })).toMatchObject({
    status: 422,
    body: { error: { code: 'capability_error', id: 'lifecycle.snapshot', support: 'unsupported' } },
  })
})

test.each([
  ['GET /api/sessions/{id}', { params: { id: '@nobody' } }, 404, 'unknown_session'],
  ['POST /api/sessions', { body: { agent: 'nobody' } }, 404, 'unknown_agent'],
  ['POST /api/sessions', { body: { agent: 'sim', permissions: 'ask' } }, 400, 'invalid_input'],
  ['POST /api/sessions', { body: { agent: 'sim', cwd: 'not/absolute' } }, 400, 'invalid_input'],
  ['POST /api/messages', { body: { to: '@nobody', text: 'hi' } }, 404, 'unknown_recipient'],
  ['POST /api/messages', { body: { to: '@ada' } }, 400, 'invalid_input'],
  ['GET /api/messages/{id}/receipts', { params: { id: 'msg_none' } }, 404, 'unknown_message'],
  ['POST /api/deliveries/{id}/redeliver', { params: { id: 'del_none' } }, 404, 'unknown_delivery'],
  ['GET /api/deliveries', { query: { state: 'lost' } }, 400, 'invalid_input'],
  ['POST /api/actions/{name}', { params: { name: 'none' }, body: {} }, 404, 'action_not_found'],
])('%s %j is rejected', async (operation, asked, status, code) => {
  expect(await api.ask(operation, asked)).toMatchObject({ status, body: { error: { code } } })
})

test('lists and runs actions', async () => {
  open.gateway.sessions.actions.register({
    name: 'double',
    description: 'Doubles a number',
    inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    handler: ({ n }: { n: number }) => n * 2,
  })
  expect((await api.ask('GET /api/actions')).body).toEqual([
    {
      name: 'double',
      description: 'Doubles a number',
      inputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    },
  ])
  const invoke = (input: unknown) =>
    api.ask('POST /api/actions/{name}', { params: { name: 'double' }, body: { input } })
  expect((await invoke({ n: 4 })).body).toMatchObject({ ok: true, output: 8 })
  expect(await invoke({})).toMatchObject({
    status: 400,
    body: { ok: false, error: { code: 'invalid_input' } },
  })
})

test("limits a session's permissions to the gateway's", async () => {
  const { url } = await lab.open({}, { permissions: 'allow-reads' })
  const strict = await apiClient(url)
  const ask = (permissions: string) =>
    strict.ask('POST /api/sessions', { body: { agent: 'sim', permissions } })
  expect(await ask('allow')).toMatchObject({ status: 403, body: { error: { code: 'not_permitted' } } })
  expect((await ask('deny')).status).toBe(201)
})

test('resumes stored sessions after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-api-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'sessions.db')
  const first = await lab.open({}, { sessionStore: openSqliteStore({ path }) })
  const before = await apiClient(first.url)
  await before.ask('POST /api/sessions', { body: { agent: 'sim', name: 'Ada' } })
  await before.ask('POST /api/sessions/{id}/prompt', { ...ada, body: { text: 'say hi', wait: true } })
  await first.server.close()
  expect(lab.lab.running()).toEqual([])

  const second = await lab.open({}, { sessionStore: openSqliteStore({ path }) })
  const after = await apiClient(second.url)
  expect((await after.ask<Report[]>('GET /api/sessions')).body.map(({ status }) => status)).toEqual([
    'offline',
  ])
  expect((await after.ask<Report>('POST /api/sessions/{id}/resume', ada)).body.status).toBe('idle')
  const said = await after.ask('POST /api/sessions/{id}/prompt', {
    ...ada,
    body: { text: 'say hi', wait: true },
  })
  expect(said.body).toMatchObject({ text: 'hi\n' })
})

test('a message of the user reaches the agent as a prompt of its user', async () => {
  const { identity } = await start()
  await api.ask('POST /api/messages', { body: { to: '@ada', text: 'say plain words', mode: 'on-idle' } })
  const said = (role: string): string[] =>
    open.gateway.sessions.events
      .read({ session: identity.id })
      .flatMap(({ event }) =>
        event.type === 'transcript.chunk' && event.chunk.role === role ? [event.chunk.content] : [],
      )
  await expect.poll(() => said('agent').at(-1), { timeout: 10_000 }).toBe('plain words\n')
  expect(said('user')).toEqual(['say plain words'])
})
