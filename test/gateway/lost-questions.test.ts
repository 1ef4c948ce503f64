import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sqliteThreadStore } from '../../src/gateway/threads/sqlite-thread-store.ts'
import { generations, runClient } from '../support/ag-ui-clients.ts'
import { openStored } from '../support/asking-gateway.ts'
import { createGatewayLab, type GatewayLab, type OpenGateway } from '../support/gateway-lab.ts'
import { eventsOf, post, runInput } from '../support/gateway-requests.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const user = (id: string, content: string) => ({ id, role: 'user', content })

interface Message {
  readonly role: string
  readonly toolCallId?: string
  readonly toolCalls?: readonly { readonly id: string }[]
  readonly content?: unknown
  readonly metadata?: unknown
}

const unanswered = 'The agent was stopped before the question about this call was answered'
const unfinished = 'The agent was stopped before the tool returned a result'

/** The messages that a client gets that opens the thread for the first time. */
async function stored(url: string): Promise<readonly Message[]> {
  const events = await eventsOf(await post(`${url}/agent/sim/connect`, runInput({ runId: 'r9' })))
  const snapshot = events.find(({ type }) => type === 'MESSAGES_SNAPSHOT')
  return (snapshot?.['messages'] ?? []) as Message[]
}

/** The results of the tool calls among messages, in order; undefined for a pending call. */
function results(messages: readonly Message[]): unknown[] {
  return messages
    .flatMap(({ toolCalls = [] }) => toolCalls)
    .map(({ id }) => messages.find(({ toolCallId }) => toolCallId === id)?.content)
}

/** The states that the activities of tool calls show. */
const shown = (messages: readonly Message[]): unknown[] =>
  messages.flatMap(({ role, content }) =>
    role === 'activity' ? [(content as Record<string, unknown>)['status']] : [],
  )

/** What ends the agent of a thread, the result that its call gets, and the address of the gateway after it. */
const ends = [
  [
    'a restart of the gateway',
    {},
    unanswered,
    async ({ server }: OpenGateway): Promise<string> => {
      await server.close()
      return (await openStored(lab)).url
    },
  ],
  [
    'a crash of the gateway',
    {},
    unfinished,
    // The first gateway is still open, so that it stores nothing at its end.
    async (): Promise<string> => {
      const store = sqliteThreadStore(join(lab.lab.workspace, '..', 'threads.db'))
      return (await lab.open({}, { store })).url
    },
  ],
  [
    'idleness',
    { limits: { idleMs: 50 } },
    unanswered,
    async ({ url }: OpenGateway): Promise<string> => {
      await vi.waitUntil(() => lab.lab.running().length === 0, 10_000)
      return url
    },
  ],
] as const

describe.each(ends)('the tool call of a question that is gone after %s', (_end, options, result, end) => {
  test.each(generations)('has ended in the transcript and for a %s client', async (generation) => {
    const opened = await openStored(lab, {}, options)
    const agent = opened.agent(generation, 't1')
    agent.messages = [user('u1', 'write a.txt hello')] as never
    await runClient(agent)
    expect(results(agent.messages as never)).toEqual([undefined])
    const asked = agent.pendingInterrupts.map(({ id }) => id)
    const url = await end(opened)
    await vi.waitFor(async () => expect(results(await stored(url))).toEqual([result]))
    expect(shown(await stored(url))).toEqual(['cancelled'])

    agent.url = `${url}/agents/sim`
    const resume = asked.map((interruptId) => ({ interruptId, status: 'cancelled' as const }))
    const { complaints } = await runClient(agent, { resume })
    expect(complaints).toEqual([])
    expect(results(agent.messages as never)).toEqual([result])
    expect(results(await stored(url))).toEqual([result])
  })
})

test('the tool call of a question has ended when the thread is stopped', async () => {
  const { url } = await openStored(lab)
  const messages = [user('u1', 'write a.txt hello')]
  await eventsOf(await post(`${url}/agents/sim`, runInput({ messages })))
  await post(`${url}/agent/sim/stop/t1`, {})
  await vi.waitFor(async () => expect(results(await stored(url))).toEqual([unanswered]))
  const next = await eventsOf(
    await post(
      `${url}/agents/sim`,
      runInput({ runId: 'r2', messages: [...messages, user('u2', 'say two')] }),
    ),
  )
  expect(next.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
  expect(results(await stored(url))).toEqual([unanswered])
})
