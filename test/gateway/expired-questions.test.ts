import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { generations, runClient } from '../support/ag-ui-clients.ts'
import { asksAndContinues, openStored, saidIn } from '../support/asking-gateway.ts'
import { apiClient } from '../support/gateway-api.ts'
import { createGatewayLab, type GatewayLab, type OpenGateway } from '../support/gateway-lab.ts'
import { eventsOf, post, runInput, type WireEvent } from '../support/gateway-requests.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const user = (id: string, content: string) => ({ id, role: 'user', content })

const prompts = (): unknown[] => lab.lab.sent('session/prompt').map(({ params }) => params?.['prompt'])

async function ask({ url }: Pick<OpenGateway, 'url'>): Promise<void> {
  const events = await eventsOf(await post(`${url}/agents/sim`, runInput()))
  expect(events.at(-1)).toMatchObject({ outcome: { type: 'interrupt' } })
}

async function threadOf({ url }: Pick<OpenGateway, 'url'>): Promise<Record<string, unknown>> {
  const { ask: call } = await apiClient(url)
  return (await call('GET /api/threads/{id}', { params: { id: 't1' } })).body
}

/** Writes to the session of the thread as a person does under *Sessions*. */
async function write(opened: Pick<OpenGateway, 'url'>, text: string): Promise<void> {
  const { ask: call } = await apiClient(opened.url)
  const { session } = await threadOf(opened)
  const { status } = await call('POST /api/messages', { body: { to: session, text, mode: 'on-idle' } })
  expect(status).toBe(201)
}

/** The texts of a thread's transcript, in order. */
async function transcript({ url }: Pick<OpenGateway, 'url'>): Promise<unknown[]> {
  const events = await eventsOf(await post(`${url}/agent/sim/connect`, runInput({ runId: 'r9' })))
  return textsIn(events)
}

function textsIn(events: readonly WireEvent[]): unknown[] {
  const snapshot = events.findLast(({ type }) => type === 'MESSAGES_SNAPSHOT')
  return saidIn((snapshot?.['messages'] ?? []) as Record<string, unknown>[])
}

const isOver = (opened: Pick<OpenGateway, 'url'>) =>
  vi.waitFor(async () => expect(await threadOf(opened)).toMatchObject({ status: 'idle' }), 10_000)

describe('a question that expired', () => {
  const openExpiring = (): Promise<OpenGateway> =>
    openStored(lab, asksAndContinues, { limits: { interruptMs: 100 } })

  test('is refused, and the transcript gets the rest of the turn without a client', async () => {
    const opened = await openExpiring()
    await ask(opened)
    await isOver(opened)
    await vi.waitFor(async () =>
      expect(await transcript(opened)).toEqual(['go', 'May I?', 'Then without it.']),
    )
  })

  test('lets a message of its user through', async () => {
    const opened = await openExpiring()
    await ask(opened)
    await write(opened, 'say two')
    await vi.waitFor(() => expect(prompts()).toHaveLength(2), 10_000)
    expect(prompts()[1]).toEqual([{ type: 'text', text: 'say two' }])
    await isOver(opened)
    expect(await transcript(opened)).toEqual(['go', 'May I?', 'Then without it.', 'say two', 'two'])
  })

  test.each(generations)('is no obstacle for a %s client, which gets what it missed', async (generation) => {
    const opened = await openExpiring()
    const agent = opened.agent(generation, 't1')
    agent.messages = [user('u1', 'go')] as never
    const asked = await runClient(agent)
    const { outcome } = asked.events.at(-1) as unknown as { outcome: { interrupts: { id: string }[] } }
    await isOver(opened)
    agent.messages = [...agent.messages, user('u2', 'say two')] as never
    const resume = outcome.interrupts.map(({ id }) => ({ interruptId: id, status: 'cancelled' as const }))
    const { messages, complaints } = await runClient(agent, { resume })
    expect(complaints).toEqual([])
    expect(saidIn(messages)).toEqual(['go', 'May I?', 'Then without it.', 'say two', 'two'])
  })

  test('can be answered while the agent continues without a client', async () => {
    const opened = await openStored(
      lab,
      {
        prompts: [
          [
            ...asksAndContinues.prompts.flat(),
            { step: 'delay', milliseconds: 1000 },
            { step: 'text', text: 'End.' },
          ],
        ],
      },
      { limits: { interruptMs: 100 } },
    )
    const events = await eventsOf(await post(`${opened.url}/agents/sim`, runInput()))
    const { outcome } = events.at(-1) as unknown as { outcome: { interrupts: { id: string }[] } }
    await vi.waitFor(async () => expect(await threadOf(opened)).toMatchObject({ status: 'running' }))
    const resume = outcome.interrupts.map(({ id }) => ({ interruptId: id, status: 'cancelled' }))
    const late = await post(`${opened.url}/agents/sim`, runInput({ runId: 'r2', resume }))
    expect(await threadOf(opened)).toMatchObject({ queue: [] })
    const answered = await eventsOf(late)
    expect(answered.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
    expect(textsIn(answered)).toEqual(['go', 'May I?', 'Then without it.End.'])
  })
})

describe('a message to the session of a thread', () => {
  test.each(generations)(
    'reaches the agent after a restart with an open question, and a %s client goes on',
    async (generation) => {
      const first = await openStored(lab, asksAndContinues)
      const agent = first.agent(generation, 't1')
      agent.messages = [user('u1', 'go')] as never
      const asked = await runClient(agent)
      const { outcome } = asked.events.at(-1) as unknown as { outcome: { interrupts: { id: string }[] } }
      await first.server.close()
      const second = await openStored(lab)
      await write(second, 'say two')
      await vi.waitFor(() => expect(prompts()).toHaveLength(2), 10_000)
      expect(lab.lab.sent('session/resume')).toHaveLength(1)
      await isOver(second)
      const later = second.agent(generation, 't1')
      later.messages = [...agent.messages, user('u2', 'say three')] as never
      const resume = outcome.interrupts.map(({ id }) => ({ interruptId: id, status: 'cancelled' as const }))
      const { messages, complaints } = await runClient(later, { resume })
      expect(complaints).toEqual([])
      expect(saidIn(messages)).toEqual(['go', 'May I?', 'say two', 'two', 'say three', 'three'])
    },
  )

  test('waits while a question is open, and follows its answer', async () => {
    const opened = await openStored(lab, asksAndContinues)
    const events = await eventsOf(await post(`${opened.url}/agents/sim`, runInput()))
    const { outcome } = events.at(-1) as unknown as { outcome: { interrupts: { id: string }[] } }
    await write(opened, 'say two')
    const { ask: call } = await apiClient(opened.url)
    const { session } = await threadOf(opened)
    const report = await call('GET /api/sessions/{id}', { params: { id: String(session) } })
    expect(report.body).toMatchObject({ status: 'blocked', deliveries: { pending: 1 } })
    const resume = outcome.interrupts.map(({ id }) => ({ interruptId: id, status: 'cancelled' }))
    await eventsOf(await post(`${opened.url}/agents/sim`, runInput({ runId: 'r2', resume })))
    await vi.waitFor(() => expect(prompts()).toHaveLength(2), 10_000)
  })

  test('starts the agent of an idle thread again', async () => {
    const opened = await openStored(lab, {}, { limits: { idleMs: 50 } })
    await eventsOf(await post(`${opened.url}/agents/sim`, runInput({ messages: [user('u1', 'say one')] })))
    await vi.waitFor(() => expect(lab.lab.running()).toEqual([]), 10_000)
    await write(opened, 'say two')
    await vi.waitFor(async () => expect(await transcript(opened)).toContain('two'), 10_000)
  })

  test('resumes with its thread, so that the transcript has what the agent says', async () => {
    const first = await openStored(lab)
    await eventsOf(await post(`${first.url}/agents/sim`, runInput({ messages: [user('u1', 'say one')] })))
    await first.server.close()
    const second = await openStored(lab)
    const { ask: call } = await apiClient(second.url)
    const { session } = await threadOf(second)
    const params = { id: String(session) }
    const resumed = await call('POST /api/sessions/{id}/resume', { params })
    expect(resumed).toMatchObject({ status: 200, body: { status: 'idle' } })
    await write(second, 'say two')
    await vi.waitFor(async () => expect(await transcript(second)).toContain('two'), 10_000)
  })

  test('leaves the tools of the next client to work', async () => {
    const first = await openStored(lab)
    await eventsOf(await post(`${first.url}/agents/sim`, runInput({ messages: [user('u1', 'say one')] })))
    await first.server.close()
    const second = await openStored(lab)
    await write(second, 'say two')
    await vi.waitFor(() => expect(prompts()).toHaveLength(2), 10_000)
    await isOver(second)
    const tools = [{ name: 'paint', description: 'Paints', parameters: { type: 'object' } }]
    const messages = [user('u1', 'say one'), user('u3', 'say three')]
    const events = await eventsOf(
      await post(`${second.url}/agents/sim`, runInput({ runId: 'r3', messages, tools })),
    )
    expect(JSON.stringify(events)).not.toContain('tools of this run are ignored')
    const servers = lab.lab.sent('session/resume').map(({ params }) => params?.['mcpServers'])
    expect(servers.map((all) => (all as unknown[]).length)).toEqual([0, 1])
  })
})
