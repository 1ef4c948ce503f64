import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GatewayServer } from '../../src/gateway/server.ts'
import { sqliteThreadStore } from '../../src/gateway/threads/sqlite-thread-store.ts'
import { bearer, createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { eventsOf, post, readUntil, runInput } from '../support/gateway-requests.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const said = (events: readonly Record<string, unknown>[]): string =>
  events
    .filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT')
    .map(({ delta }) => delta)
    .join('')

test('a busy thread rejects a run without a new message', async () => {
  const { url } = await lab.open({ prompts: [[{ step: 'text', text: 'begun' }, { step: 'hang' }]] })
  const first = await readUntil(await post(`${url}/agents/sim`, runInput()), 'TEXT_MESSAGE_CONTENT')
  const second = await post(`${url}/agents/sim`, runInput({ runId: 'r2' }))
  expect(second.status).toBe(409)
  expect(await second.json()).toMatchObject({ error: { code: 'thread_busy' } })
  await first.leave()
  await vi.waitFor(() => expect(lab.lab.sent('session/cancel')).toHaveLength(1))
})

/** A thread with a stopped run that has not ended, and the next run. */
async function openStopped() {
  const { url } = await lab.open({
    prompts: [[{ step: 'text', text: 'begun' }, { step: 'hang' }]],
    onCancel: [{ step: 'delay', milliseconds: 1000 }],
  })
  const first = await readUntil(await post(`${url}/agents/sim`, runInput()), 'TEXT_MESSAGE_CONTENT')
  await first.leave()
  await vi.waitFor(() => expect(lab.lab.sent('session/cancel')).toHaveLength(1))
  const messages = [user('u1', 'go'), user('u2', 'say hi')]
  return { url, messages }
}

test('a run waits for a stopped run to end and keeps the session', async () => {
  const { url, messages } = await openStopped()
  const second = await post(`${url}/agents/sim`, runInput({ runId: 'r2', messages }))
  expect(said(await eventsOf(second)).trim()).toBe('hi')
  expect(lab.lab.sent('session/new')).toHaveLength(1)
})

test('a client may disconnect while it waits for a stopped run', async () => {
  const { url, messages } = await openStopped()
  const second = await post(`${url}/agents/sim`, runInput({ runId: 'r2', messages }))
  await second.body?.cancel()
  const third = await vi.waitFor(async () => {
    const response = await post(`${url}/agents/sim`, runInput({ runId: 'r3', messages }))
    expect(response.status).toBe(200)
    return response
  }, 10_000)
  expect(said(await eventsOf(third)).trim()).toBe('hi')
  expect(lab.lab.sent('session/prompt')).toHaveLength(2)
})

test.each([
  ['it is stopped too', (url: string) => post(`${url}/agent/sim/stop/t1`, {})],
  ['the gateway closes', (_url: string, server: GatewayServer) => server.close()],
])('a run that waits for a stopped run ends when %s', async (_, stop) => {
  const { url, server } = await lab.open({
    prompts: [[{ step: 'text', text: 'begun' }, { step: 'hang' }]],
    onCancel: [{ step: 'delay', milliseconds: 1000 }],
  })
  const first = await readUntil(await post(`${url}/agents/sim`, runInput()), 'TEXT_MESSAGE_CONTENT')
  await first.leave()
  await vi.waitFor(() => expect(lab.lab.sent('session/cancel')).toHaveLength(1))
  const messages = [user('u1', 'go'), user('u2', 'say hi')]
  const second = eventsOf(await post(`${url}/agents/sim`, runInput({ runId: 'r2', messages })))
  await stop(url, server)
  expect((await second).at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
  expect(lab.lab.sent('session/prompt')).toHaveLength(1)
})

test('a client may detach from a run and reconnect to it', async () => {
  const { url } = await lab.open({
    prompts: [
      [
        { step: 'text', text: 'one ' },
        { step: 'permission', options: [{ optionId: 'go', name: 'Go', kind: 'allow_once' }] },
        { step: 'text', text: 'two' },
      ],
    ],
  })
  const response = await post(`${url}/agents/sim?on-disconnect=detach`, runInput())
  const { leave } = await readUntil(response, 'TEXT_MESSAGE_CONTENT')
  await leave()
  // The open question is sent again.
  const events = await vi.waitFor(async () => {
    const reconnected = await eventsOf(await post(`${url}/agent/sim/connect`, runInput({ runId: 'r2' })))
    expect(reconnected.map(({ type }) => type)).toEqual([
      'RUN_STARTED',
      'MESSAGES_SNAPSHOT',
      'STATE_SNAPSHOT',
      'RUN_FINISHED',
    ])
    return reconnected
  })
  expect(events.at(-1)).toMatchObject({ outcome: { type: 'interrupt' } })
  expect(lab.lab.sent('session/cancel')).toEqual([])
  expect(events[1]).toMatchObject({
    messages: [
      { id: 'u1', role: 'user', content: 'go' },
      { role: 'assistant', content: 'one ' },
      { role: 'assistant', toolCalls: [{ type: 'function' }] },
    ],
  })
})

test('a reconnected client gets the rest of the run', async () => {
  const { url } = await lab.open({ prompts: [[{ step: 'text', text: 'begun' }, { step: 'hang' }]] })
  const response = await post(`${url}/agents/sim?on-disconnect=detach`, runInput())
  await (await readUntil(response, 'TEXT_MESSAGE_CONTENT')).leave()
  const reading = eventsOf(await post(`${url}/agent/sim/connect`, runInput({ runId: 'r2' })))
  await post(`${url}/agent/sim/stop/t1`, {})
  const events = await reading
  expect(events.slice(0, 3)).toMatchObject([
    { type: 'RUN_STARTED', runId: 'r1' },
    { type: 'MESSAGES_SNAPSHOT', messages: [{ id: 'u1' }, { role: 'assistant', content: 'begun' }] },
    { type: 'STATE_SNAPSHOT' },
  ])
  expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
})

test.each([
  ['resume', {}],
  ['load', { initialize: { agentCapabilities: { loadSession: true } } }],
])('a thread continues after a restart by %s, without repeating its history', async (by, scenario) => {
  const file = join(lab.lab.workspace, '..', 'threads.db')
  const first = await lab.open(scenario, {
    store: sqliteThreadStore(file),
    changes: { words: ['--protocol', '1'] },
  })
  await eventsOf(await post(`${first.url}/agents/sim`, runInput({ messages: [user('u1', 'say one')] })))
  await first.server.close()
  const second = await lab.open(scenario, {
    store: sqliteThreadStore(file),
    changes: { words: ['--protocol', '1'] },
  })
  const messages = [
    user('u1', 'say one'),
    { id: 'a1', role: 'assistant', content: 'one' },
    user('u2', 'say two'),
  ]
  const events = await eventsOf(await post(`${second.url}/agents/sim`, runInput({ runId: 'r2', messages })))
  expect(lab.lab.sent('session/new')).toHaveLength(1)
  expect(lab.lab.sent(`session/${by}`)).toHaveLength(1)
  expect(said(events).trim()).toBe('two')
})

test('an agent that cannot resume gets the conversation, and the client a notice', async () => {
  const file = join(lab.lab.workspace, '..', 'threads.db')
  const without = { initialize: { agentCapabilities: {} } }
  const first = await lab.open(without, { store: sqliteThreadStore(file) })
  await eventsOf(await post(`${first.url}/agents/sim`, runInput({ messages: [user('u1', 'say one')] })))
  await first.server.close()
  const second = await lab.open(without, { store: sqliteThreadStore(file) })
  const messages = [
    user('u1', 'say one'),
    { id: 'a1', role: 'assistant', content: 'one' },
    user('u2', 'say two'),
  ]
  const events = await eventsOf(await post(`${second.url}/agents/sim`, runInput({ runId: 'r2', messages })))
  expect(events.find(({ name }) => name === 'capstan.session.recovered')).toMatchObject({
    value: { by: 'new', contextLost: true },
  })
  const [, again] = lab.lab.sent('session/prompt').map(({ params }) => params?.['prompt'])
  expect(again).toEqual([
    {
      type: 'text',
      text: 'Earlier in this conversation:\n\nUser: say one\n\nAssistant: one\n\nsay two',
    },
  ])
})

test('closing ends every stream with a terminal event and stops every agent', async () => {
  const { url, server } = await lab.open({ prompts: [[{ step: 'text', text: 'begun' }, { step: 'hang' }]] })
  const response = await post(`${url}/agents/sim`, runInput())
  const reading = eventsOf(response)
  await vi.waitFor(() => expect(lab.lab.sent('session/prompt')).toHaveLength(1))
  await server.close()
  expect((await reading).at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
  expect(lab.lab.running()).toEqual([])
})

test('closing cancels a session that is opening', async () => {
  const { url, server } = await lab.open({ sessionNew: { hang: true } })
  const reading = eventsOf(await post(`${url}/agents/sim`, runInput()))
  await vi.waitFor(() => expect(lab.lab.sent('session/new')).toHaveLength(1))
  await server.close()
  expect((await reading).at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
  expect(lab.lab.running()).toEqual([])
})

test('rejects a run without a new message in its stream', async () => {
  const { url } = await lab.open()
  const events = await eventsOf(await post(`${url}/agents/sim`, runInput({ messages: [] })))
  expect(events.map(({ type, code }) => [type, code])).toEqual([
    ['RUN_STARTED', undefined],
    ['STATE_SNAPSHOT', undefined],
    ['RUN_ERROR', 'no_message'],
  ])
})

test('answers the routes of CopilotKit', async () => {
  const { url } = await lab.open()
  const info = (await (await fetch(`${url}/info`, { headers: bearer })).json()) as Record<string, unknown>
  expect(info).toMatchObject({
    mode: 'sse',
    agents: { sim: { name: 'Sim (simulated)', className: 'CapstanAgent' } },
  })
  const messages = [user('u1', 'say hi')]
  const events = await eventsOf(await post(`${url}/agent/sim/run`, runInput({ messages })))
  expect(said(events).trim()).toBe('hi')
})

function user(id: string, content: string): Record<string, unknown> {
  return { id, role: 'user', content }
}
