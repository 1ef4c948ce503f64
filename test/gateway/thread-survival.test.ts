import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { generations, runClient } from '../support/ag-ui-clients.ts'
import { openStored, saidIn } from '../support/asking-gateway.ts'
import { createGatewayLab, type GatewayLab, type OpenGateway } from '../support/gateway-lab.ts'
import { eventsOf, post, runInput } from '../support/gateway-requests.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const user = (id: string, content: string) => ({ id, role: 'user', content })

type Client = ReturnType<OpenGateway['agent']>

async function send(agent: Client, message: ReturnType<typeof user>): Promise<void> {
  agent.messages = [...agent.messages, message] as never
  const { events, complaints } = await runClient(agent)
  expect([events.at(-1)?.type, complaints]).toEqual(['RUN_FINISHED', []])
}

/** The texts that a client gets that opens the thread for the first time. */
async function transcript(url: string): Promise<string[]> {
  const events = await eventsOf(await post(`${url}/agent/sim/connect`, runInput({ runId: 'r9' })))
  const snapshot = events.find(({ type }) => type === 'MESSAGES_SNAPSHOT')
  return saidIn((snapshot?.['messages'] ?? []) as Record<string, unknown>[])
}

/** What ends the agent of a thread. The client stays open, and finds the gateway at the returned address. */
const ends = [
  [
    'a restart of the gateway',
    {},
    async ({ server }: OpenGateway): Promise<string> => {
      await server.close()
      return (await openStored(lab)).url
    },
  ],
  [
    'idleness',
    { limits: { idleMs: 50 } },
    async ({ url }: OpenGateway): Promise<string> => {
      await vi.waitUntil(() => lab.lab.running().length === 0, 10_000)
      return url
    },
  ],
] as const

describe.each(generations)('a thread of a %s client', (generation) => {
  describe.each(ends)('after %s', (_end, options, end) => {
    test('continues', async () => {
      const opened = await openStored(lab, {}, options)
      const agent = opened.agent(generation, 't1')
      await send(agent, user('u1', 'say one'))
      const url = await end(opened)
      agent.url = `${url}/agents/sim`
      await send(agent, user('u2', 'say two'))
      const all = ['say one', 'one', 'say two', 'two']
      expect(saidIn(agent.messages as never)).toEqual(all)
      expect(await transcript(url)).toEqual(all)
    })

    test.each([
      ['canceled', { status: 'cancelled' }, 2],
      // The agent is asked to continue.
      ['allowed', { status: 'resolved', payload: { approved: true } }, 3],
      ['denied', { status: 'resolved', payload: { approved: false } }, 2],
    ] as const)('continues when its open question is %s', async (_answer, answer, prompts) => {
      const opened = await openStored(lab, {}, options)
      const agent = opened.agent(generation, 't1')
      await send(agent, user('u1', 'say one'))
      await send(agent, user('u2', 'write a.txt hello'))
      const asked = agent.pendingInterrupts.map(({ id }) => id)
      expect(asked).toHaveLength(1)
      const url = await end(opened)
      agent.url = `${url}/agents/sim`
      const resume = asked.map((interruptId) => ({ interruptId, ...answer }))
      const { events, complaints } = await runClient(agent, { resume })
      expect([events.at(-1)?.type, complaints]).toEqual(['RUN_FINISHED', []])
      expect(agent.pendingInterrupts).toEqual([])
      expect(lab.lab.sent('session/prompt')).toHaveLength(prompts)
      await send(agent, user('u3', 'say two'))
      const texts = await transcript(url)
      expect(texts.slice(0, 3)).toEqual(['say one', 'one', 'write a.txt hello'])
      expect(texts.slice(-2)).toEqual(['say two', 'two'])
      expect(saidIn(agent.messages as never).slice(-2)).toEqual(['say two', 'two'])
    })
  })
})
