import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiClient } from '../support/gateway-api.ts'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { eventsOf, post, runInput } from '../support/gateway-requests.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const say = (threadId: string, text: string): object =>
  runInput({
    threadId,
    runId: `${threadId}-run`,
    messages: [{ id: `${threadId}-1`, role: 'user', content: text }],
  })

interface Thread {
  id: string
  title: string
  status: string
  session?: string
  isArchived: boolean
}

async function openWith(...texts: string[]) {
  const { url, gateway } = await lab.open()
  for (const [index, text] of texts.entries()) {
    await eventsOf(await post(`${url}/agents/sim`, say(`t${index + 1}`, text)))
  }
  const { ask } = await apiClient(url)
  const list = async (query: Record<string, string> = {}) =>
    (await ask<{ threads: Thread[]; next?: string }>('GET /api/threads', { query })).body
  return { url, gateway, ask, list }
}

test('lists threads with titles, the most recently used first, in pages', async () => {
  const { list } = await openWith('say one', 'say two', 'say three')
  const { threads, next } = await list({ limit: '2' })
  expect(threads).toMatchObject([
    { id: 't3', agent: 'sim', title: 'say three', status: 'idle', isArchived: false, queue: [] },
    { id: 't2', title: 'say two' },
  ])
  const last = await list({ limit: '2', before: next ?? '' })
  expect(last).toMatchObject({ threads: [{ id: 't1' }] })
  expect(last.next).toBeUndefined()
})

test('finds a thread by its title and by its messages', async () => {
  const { list } = await openWith('say apples', 'say pears')
  expect((await list({ search: 'APPLES' })).threads.map(({ id }) => id)).toEqual(['t1'])
  expect((await list({ search: 'oranges' })).threads).toEqual([])
})

test('renames, archives and deletes a thread', async () => {
  const { ask, list, url } = await openWith('say one', 'say two')
  const params = { id: 't1' }
  const renamed = await ask<Thread>('PATCH /api/threads/{id}', { params, body: { title: 'Numbers' } })
  expect(renamed.body).toMatchObject({ title: 'Numbers' })
  await ask('PATCH /api/threads/{id}', { params, body: { isArchived: true } })
  expect((await list()).threads.map(({ id }) => id)).toEqual(['t2'])
  expect((await list({ archived: 'true' })).threads).toMatchObject([{ id: 't1', title: 'Numbers' }])
  expect((await ask('DELETE /api/threads/{id}', { params })).status).toBe(204)
  expect((await ask('GET /api/threads/{id}', { params })).status).toBe(404)
  await vi.waitFor(() => expect(lab.lab.running()).toHaveLength(1), 10_000)
  const events = await eventsOf(await post(`${url}/agent/sim/connect`, runInput({ threadId: 't1' })))
  expect(events.map(({ type }) => type)).not.toContain('MESSAGES_SNAPSHOT')
})

test('a run in an archived thread keeps the new title and the archive', async () => {
  const { ask, url } = await openWith('say one')
  const params = { id: 't1' }
  await ask('PATCH /api/threads/{id}', { params, body: { title: 'Numbers', isArchived: true } })
  const messages = [{ id: 't1-2', role: 'user', content: 'say two' }]
  await eventsOf(await post(`${url}/agents/sim`, runInput({ threadId: 't1', runId: 'r2', messages })))
  expect((await ask('GET /api/threads/{id}', { params })).body).toMatchObject({
    title: 'Numbers',
    isArchived: true,
  })
})

test('a thread is a session that can be listed, and messages to it become turns of the thread', async () => {
  const { url, ask, gateway } = await openWith('say one')
  const { body: thread } = await ask<Thread>('GET /api/threads/{id}', { params: { id: 't1' } })
  const { body: sessions } =
    await ask<{ identity: { handle: string }; status: string }[]>('GET /api/sessions')
  expect(sessions.map(({ identity, status }) => [`@${identity.handle}`, status])).toEqual([
    [thread.session, 'idle'],
  ])
  const owner = gateway.sessions.join({ name: 'Bob', handle: 'bob' })
  const { message } = owner.send({ to: thread.session ?? '', text: 'say hello to Bob' })
  await vi.waitFor(
    () => expect(owner.receipts(message.id).map(({ delivery }) => delivery.state)).toEqual(['delivered']),
    10_000,
  )
  await vi.waitFor(async () => {
    const events = await eventsOf(await post(`${url}/agent/sim/connect`, runInput({ runId: 'r9' })))
    const { messages } = events.find(({ type }) => type === 'MESSAGES_SNAPSHOT') as unknown as {
      messages: { role: string; content: string }[]
    }
    const spoken = messages.filter(({ role }) => role !== 'reasoning')
    expect(spoken.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(spoken[2]?.content).toContain('say hello to Bob')
  }, 10_000)
})

test('a closed thread is an offline session that messages wait for', async () => {
  const { url, gateway } = await lab.open({}, { limits: { idleMs: 50 } })
  await eventsOf(await post(`${url}/agents/sim`, say('t1', 'say one')))
  const record = await vi.waitFor(() => {
    const [found] = gateway.sessions.records()
    expect(found).toMatchObject({ kind: 'session', status: 'offline' })
    return found
  }, 10_000)
  const owner = gateway.sessions.join({ name: 'Bob', handle: 'bob' })
  const { message } = owner.send({ to: `@${record?.identity.handle}`, text: 'say later' })
  expect(owner.receipts(message.id).map(({ delivery }) => delivery.state)).toEqual(['pending'])
  const messages = [{ id: 't1-2', role: 'user', content: 'say two' }]
  await eventsOf(await post(`${url}/agents/sim`, runInput({ threadId: 't1', runId: 'r2', messages })))
  await vi.waitFor(
    () => expect(owner.receipts(message.id).map(({ delivery }) => delivery.state)).toEqual(['delivered']),
    10_000,
  )
})
