import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sqliteThreadStore } from '../../src/gateway/threads/sqlite-thread-store.ts'
import { generations, runClient } from '../support/ag-ui-clients.ts'
import { asks, openStored } from '../support/asking-gateway.ts'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { eventsOf, post, runInput, type WireEvent } from '../support/gateway-requests.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const user = (id: string, content: string) => ({ id, role: 'user', content })

const connect = async (url: string, threadId = 't1'): Promise<WireEvent[]> =>
  eventsOf(await post(`${url}/agent/sim/connect`, runInput({ runId: 'r9', threadId })))

const snapshotIn = (events: readonly WireEvent[]): unknown =>
  events.find(({ type }) => type === 'MESSAGES_SNAPSHOT')?.['messages']

test('a transcript survives a restart, with tool calls and their results', async () => {
  const first = await openStored(lab)
  const messages = [user('u1', 'list .')]
  await eventsOf(await post(`${first.url}/agents/sim`, runInput({ messages })))
  const before = snapshotIn(await connect(first.url))
  await first.server.close()
  const second = await openStored(lab)
  expect(snapshotIn(await connect(second.url))).toEqual(before)
  expect((before as { role: string }[]).map(({ role }) => role)).toEqual([
    'user',
    'reasoning',
    'assistant',
    'tool',
    'assistant',
  ])
})

test('a transcript survives a gateway that is killed during a run', async () => {
  const { url } = await openStored(lab, {
    prompts: [[{ step: 'text', text: 'half an answer' }, { step: 'hang' }]],
  })
  const response = await post(`${url}/agents/sim`, runInput())
  // Another process reads the store while the gateway still writes to it.
  const other = sqliteThreadStore(join(lab.lab.workspace, '..', 'threads.db'))
  await vi.waitFor(
    () =>
      expect(other.messages('t1').map(({ message }) => message)).toMatchObject([
        { role: 'user', content: 'go' },
        { role: 'assistant', content: 'half an answer' },
      ]),
    5000,
  )
  await other.close()
  await response.body?.cancel()
})

test('a transcript survives the time limit of an idle thread', async () => {
  const { url } = await openStored(lab, {}, { limits: { idleMs: 50 } })
  await eventsOf(await post(`${url}/agents/sim`, runInput({ messages: [user('u1', 'say one')] })))
  await vi.waitFor(() => expect(lab.lab.running()).toEqual([]), 10_000)
  expect(snapshotIn(await connect(url))).toMatchObject([
    { id: 'u1' },
    { role: 'reasoning' },
    { role: 'assistant', content: 'one\n' },
  ])
})

test('connecting to an unknown thread sends no messages and opens nothing', async () => {
  const { url } = await openStored(lab, {}, { limits: { maxThreads: 1 } })
  for (let index = 0; index < 20; index++) {
    const events = await connect(url, `unknown-${index}`)
    expect(events.map(({ type }) => type)).toEqual(['RUN_STARTED', 'STATE_SNAPSHOT', 'RUN_FINISHED'])
  }
  const messages = [user('u1', 'say one')]
  const events = await eventsOf(await post(`${url}/agents/sim`, runInput({ messages })))
  expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
})

test('the state of a session survives a restart', async () => {
  const first = await openStored(lab)
  await eventsOf(await post(`${first.url}/agents/sim`, runInput({ messages: [user('u1', 'say one')] })))
  const stateOf = (events: readonly WireEvent[]) =>
    events.find(({ type }) => type === 'STATE_SNAPSHOT')?.['snapshot']
  const before = stateOf(await connect(first.url))
  await first.server.close()
  const second = await openStored(lab)
  expect(stateOf(await connect(second.url))).toEqual(before)
  expect(before).toMatchObject({ session: { config: expect.any(Array) } })
})

describe('a question that was open when the gateway stopped', () => {
  async function askAndRestart(): Promise<{ url: string; ids: string[] }> {
    const first = await openStored(lab, asks)
    const events = await eventsOf(await post(`${first.url}/agents/sim`, runInput()))
    const { outcome } = events.at(-1) as unknown as { outcome: { interrupts: { id: string }[] } }
    await first.server.close()
    const { url } = await openStored(lab)
    return { url, ids: outcome.interrupts.map(({ id }) => id) }
  }

  test('can be cancelled', async () => {
    const { url, ids } = await askAndRestart()
    const resume = ids.map((interruptId) => ({ interruptId, status: 'cancelled' }))
    const events = await eventsOf(
      await post(`${url}/agents/sim`, runInput({ runId: 'r2', messages: answered, resume })),
    )
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
    expect(lab.lab.sent('session/prompt')).toHaveLength(1)
  })

  test('can be cancelled together with a new message', async () => {
    const { url, ids } = await askAndRestart()
    const resume = ids.map((interruptId) => ({ interruptId, status: 'cancelled' }))
    const messages = [...answered, user('u2', 'say two')]
    const events = await eventsOf(
      await post(`${url}/agents/sim`, runInput({ runId: 'r2', messages, resume })),
    )
    expect(JSON.stringify(events)).toContain('"delta":"two')
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
  })

  test.each([
    ['cancelled', { status: 'cancelled' }],
    ['denied', { status: 'resolved', payload: { optionId: 'no', approved: false } }],
  ])('can be %s by a client that sends no tool calls, without another prompt', async (_, answer) => {
    const { url, ids } = await askAndRestart()
    const resume = ids.map((interruptId) => ({ interruptId, ...answer }))
    const messages = [user('u1', 'go')]
    const events = await eventsOf(
      await post(`${url}/agents/sim`, runInput({ runId: 'r2', messages, resume })),
    )
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
    expect(lab.lab.sent('session/prompt')).toHaveLength(1)
  })

  test('can be approved: the client gets a notice, and the agent is asked to continue', async () => {
    const { url, ids } = await askAndRestart()
    const resume = ids.map((interruptId) => ({
      interruptId,
      status: 'resolved',
      payload: { approved: true },
    }))
    const events = await eventsOf(
      await post(`${url}/agents/sim`, runInput({ runId: 'r2', messages: answered, resume })),
    )
    expect(events.find(({ name }) => name === 'capstan.notice')).toMatchObject({
      value: { title: 'The question is no longer open: it expired, or the agent was restarted' },
    })
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
    expect(lab.lab.sent('session/resume')).toHaveLength(1)
    expect(JSON.stringify(lab.lab.sent('session/prompt').at(-1))).toContain('ask again')
  })

  test.each(generations)('does not brick a thread of a %s client', async (generation) => {
    const first = await openStored(lab, asks)
    const agent = first.agent(generation, 't1')
    agent.messages = [user('u1', 'go')] as never
    const asked = await runClient(agent)
    const { outcome } = asked.events.at(-1) as unknown as { outcome: { interrupts: { id: string }[] } }
    await first.server.close()
    const second = await openStored(lab)
    const later = second.agent(generation, 't1')
    later.messages = [...agent.messages, user('u2', 'say two')] as never
    const resume = outcome.interrupts.map(({ id }) => ({ interruptId: id, status: 'cancelled' as const }))
    const { events, complaints } = await runClient(later, { resume })
    expect(complaints).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
    expect(JSON.stringify(events)).toContain('"delta":"two')
  })

  const answered = [user('u1', 'go'), { id: 'a1', role: 'assistant', content: 'May I?' }]
})
