import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiClient } from '../support/gateway-api.ts'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { eventsOf, post, readUntil, runInput, type WireEvent } from '../support/gateway-requests.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const user = (id: string, content: string) => ({ id, role: 'user', content })

const said = (events: readonly WireEvent[]): string =>
  events
    .filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT')
    .map(({ delta }) => delta)
    .join('')

const customs = (events: readonly WireEvent[]): unknown[] =>
  events
    .filter(({ name }) => String(name).startsWith('capstan.message.'))
    .map(({ name, value }) => [name, value])

/** A thread whose agent accepts no messages during a turn, in a run that ends when it is stopped. */
async function openBusy() {
  const opened = await lab.open({
    answers: { '_session/steering': 'unknown' },
    prompts: [[{ step: 'text', text: 'begun' }, { step: 'hang' }]],
  })
  const first = await readUntil(await post(`${opened.url}/agents/sim`, runInput()), 'TEXT_MESSAGE_CONTENT')
  const send = (runId: string, ...messages: object[]) =>
    post(`${opened.url}/agents/sim`, runInput({ runId, messages: [user('u1', 'go'), ...messages] }))
  return { ...opened, first, send }
}

test('queued messages are sent in order when the turn has ended', async () => {
  const { url, send, first } = await openBusy()
  const second = eventsOf(await send('r2', user('u2', 'say two')))
  const { ask } = await apiClient(url)
  const queue = async () =>
    (await ask<{ queue: unknown }>('GET /api/threads/{id}', { params: { id: 't1' } })).body.queue
  await vi.waitFor(async () => expect(await queue()).toEqual([{ id: 'u2', text: 'say two' }]))
  const third = eventsOf(await send('r3', user('u3', 'say three')))
  await vi.waitFor(async () => expect(await queue()).toHaveLength(2))
  await post(`${url}/agent/sim/stop/t1`, { runId: 'r1' })
  await first.rest()
  expect(said(await second).trim()).toBe('two')
  const last = await third
  expect(said(last).trim()).toBe('three')
  expect(customs(last)).toEqual([
    ['capstan.message.queued', { messageId: 'u3' }],
    ['capstan.message.sent', { messageId: 'u3' }],
  ])
  expect(last.filter(({ type }) => type === 'RUN_STARTED')).toHaveLength(1)
  expect(await queue()).toEqual([])
})

test('a queued message can be changed and removed until it is sent', async () => {
  const { url, send, first } = await openBusy()
  const { ask } = await apiClient(url)
  const second = eventsOf(await send('r2', user('u2', 'say two')))
  const third = eventsOf(await send('r3', user('u3', 'say three')))
  const queued = { id: 't1', messageId: 'u2' }
  await vi.waitFor(async () => {
    const { body } = await ask<{ queue: unknown[] }>('GET /api/threads/{id}', { params: { id: 't1' } })
    expect(body.queue).toHaveLength(2)
  })
  const edited = await ask('PUT /api/threads/{id}/queue/{messageId}', {
    params: queued,
    body: { text: 'say 2' },
  })
  expect(edited.body['queue']).toEqual([
    { id: 'u2', text: 'say 2' },
    { id: 'u3', text: 'say three' },
  ])
  const params = { id: 't1', messageId: 'u3' }
  expect((await ask('DELETE /api/threads/{id}/queue/{messageId}', { params })).status).toBe(204)
  expect(customs(await third)).toContainEqual(['capstan.message.removed', { messageId: 'u3' }])
  await post(`${url}/agent/sim/stop/t1`, { runId: 'r1' })
  await first.rest()
  expect(said(await second).trim()).toBe('2')
  const late = await ask('PUT /api/threads/{id}/queue/{messageId}', { params: queued, body: { text: 'x' } })
  expect([late.status, late.body]).toMatchObject([404, { error: { code: 'not_queued' } }])
})

test('stopping the thread ends queued runs too', async () => {
  const { url, send, first } = await openBusy()
  const second = eventsOf(await send('r2', user('u2', 'say two')))
  await vi.waitFor(async () => {
    const { ask } = await apiClient(url)
    const { body } = await ask<{ queue: unknown[] }>('GET /api/threads/{id}', { params: { id: 't1' } })
    expect(body.queue).toHaveLength(1)
  })
  await post(`${url}/agent/sim/stop/t1`, {})
  expect((await second).at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
  await first.rest()
  expect(lab.lab.sent('session/prompt')).toHaveLength(1)
})

test('a client that leaves takes its message out of the queue', async () => {
  const { url, send, first } = await openBusy()
  const response = await send('r2', user('u2', 'say two'))
  const second = await readUntil(response, 'CUSTOM')
  await second.leave()
  const { ask } = await apiClient(url)
  await vi.waitFor(async () => {
    const { body } = await ask<{ queue: unknown[] }>('GET /api/threads/{id}', { params: { id: 't1' } })
    expect(body.queue).toEqual([])
  })
  await first.leave()
})

test('a message is steered into the turn of an agent that accepts it', async () => {
  const { url } = await lab.open({ prompts: [[{ step: 'text', text: 'begun ' }, { step: 'listen' }]] })
  const first = await readUntil(await post(`${url}/agents/sim`, runInput()), 'TEXT_MESSAGE_CONTENT')
  const messages = [user('u1', 'go'), user('u2', 'hurry up')]
  const second = await eventsOf(await post(`${url}/agents/sim`, runInput({ runId: 'r2', messages })))
  expect(customs(second)).toEqual([['capstan.message.steered', { messageId: 'u2' }]])
  expect(second.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
  expect(said(await first.rest())).toContain('hurry up')
  expect(lab.lab.sent('session/prompt')).toHaveLength(1)
})
