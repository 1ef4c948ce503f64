import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../src/sessions/store/memory.ts'
import { apiClient } from '../support/gateway-api.ts'
import { createGatewayLab, type GatewayLab, type OpenGateway } from '../support/gateway-lab.ts'
import { eventsOf, post, runInput } from '../support/gateway-requests.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const user = (content: string) => [{ id: 'u1', role: 'user', content }]

async function say({ url }: OpenGateway, threadId: string, text: string): Promise<void> {
  const input = runInput({ threadId, runId: `r-${threadId}`, messages: user(text) })
  await eventsOf(await post(`${url}/agents/sim`, input))
}

const sessionsIn = ({ gateway }: OpenGateway): string[] =>
  gateway.sessions
    .records()
    .filter(({ kind }) => kind === 'session')
    .map(({ identity }) => identity.id)

test('deleting a thread removes its session from memory and from the store', async () => {
  const sessionStore = createMemoryStore()
  const opened = await lab.open({}, { sessionStore })
  await say(opened, 't1', 'say one')
  expect(sessionsIn(opened)).toHaveLength(1)
  const { ask } = await apiClient(opened.url)
  expect((await ask('DELETE /api/threads/{id}', { params: { id: 't1' } })).status).toBe(204)
  expect(sessionsIn(opened)).toEqual([])
  expect(sessionStore.participants()).toEqual([])
})

test('keeps the sessions of the threads closed last, and removes older ones', async () => {
  const sessionStore = createMemoryStore()
  const opened = await lab.open({}, { sessionStore, limits: { idleMs: 50, maxThreads: 2 } })
  const seen: string[] = []
  for (const id of ['t1', 't2', 't3', 't4']) {
    await say(opened, id, 'say one')
    seen.push(...sessionsIn(opened).filter((one) => !seen.includes(one)))
    await vi.waitFor(() => expect(lab.lab.running()).toEqual([]), 10_000)
  }
  await vi.waitFor(() => expect(sessionsIn(opened)).toEqual(seen.slice(2)))
  expect(sessionStore.participants().map(({ identity }) => identity.id)).toEqual(seen.slice(2))
  // A thread without a stored session continues with the session of its agent.
  const input = {
    threadId: 't1',
    runId: 'r9',
    messages: [
      ...user('say one'),
      { id: 'a1', role: 'assistant', content: 'one' },
      { id: 'u2', role: 'user', content: 'say two' },
    ],
  }
  const events = await eventsOf(await post(`${opened.url}/agents/sim`, runInput(input)))
  expect(JSON.stringify(events)).toContain('"delta":"two')
  expect(lab.lab.sent('session/resume')).toHaveLength(1)
  expect(sessionsIn(opened)).toContain(seen[0])
})
