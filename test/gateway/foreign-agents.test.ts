import { type AbstractAgent, HttpAgent } from '@ag-ui/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveAgent } from '../../src/gateway/foreign-agent.ts'
import { httpAgent, runClient } from '../support/ag-ui-clients.ts'
import { bearer, createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

test('serves any agent of the AG-UI client', async () => {
  const inner = await lab.open()
  const outer = await lab.open({}, { agents: [] })
  const agent: AbstractAgent = new HttpAgent({
    agentId: 'behind',
    url: `${inner.url}/agents/sim`,
    headers: bearer,
  })
  outer.gateway.add(serveAgent(agent))
  const one = httpAgent('current', { url: `${outer.url}/agents/behind`, headers: bearer, threadId: 't1' })
  one.addMessage({ id: 'u1', role: 'user', content: 'say hi' })
  const { messages, complaints } = await runClient(one)
  expect(complaints).toEqual([])
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', content: 'hi\n' })
})

test('adds a terminal event to a stream that ends without one', async () => {
  const { url, gateway } = await lab.open({}, { agents: [] })
  gateway.add(
    serveAgent(
      {
        run: () => ({
          subscribe: (observer) => {
            observer.next({ type: 'RUN_STARTED', threadId: 't1', runId: 'r1' })
            observer.complete()
            return { unsubscribe: () => undefined }
          },
        }),
      },
      { id: 'short' },
    ),
  )
  const one = httpAgent('current', { url: `${url}/agents/short`, headers: bearer, threadId: 't1' })
  const { events, complaints } = await runClient(one)
  expect(complaints).toEqual([])
  expect(events.map(({ type, code }) => [type, code])).toEqual([
    ['RUN_STARTED', undefined],
    ['RUN_ERROR', 'agent_error'],
  ])
})
