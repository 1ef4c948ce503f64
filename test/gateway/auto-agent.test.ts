import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { simAgent } from '../../src/testing/sim-agent.ts'
import { createClient } from '../../src/run/client.ts'
import type { GatewayOptions } from '../../src/gateway/create-gateway.ts'
import { bearer, createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const both = createClient({ definitions: [simAgent({ id: 'ada' }), simAgent({ id: 'bob' })] })

async function agentOf(threadId: string, url: string): Promise<unknown> {
  const response = await fetch(`${url}/api/threads/${threadId}`, { headers: bearer })
  return ((await response.json()) as { agent?: string }).agent
}

async function post(url: string, path: string, threadId: string): Promise<Response> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify({
      threadId,
      runId: `run-${crypto.randomUUID()}`,
      messages: [{ id: crypto.randomUUID(), role: 'user', content: 'say hello' }],
      tools: [],
      context: [],
      state: {},
      forwardedProps: {},
    }),
  })
  return response
}

async function open(options: Partial<GatewayOptions>): Promise<string> {
  const { url } = await lab.open({}, { client: both, ...options })
  return url
}

test('runs a new thread with the best agent, and keeps it', async () => {
  const url = await open({})
  const first = await post(url, '/agents/auto', 'one')
  expect(first.status).toBe(200)
  expect(await first.text()).toContain('RUN_FINISHED')
  expect(await agentOf('one', url)).toBe('ada')
  await (await post(url, '/agents/bob', 'two')).text()
  await (await post(url, '/agent/auto/run', 'two')).text()
  expect(await agentOf('two', url)).toBe('bob')
})

test('chooses only among the served agents', async () => {
  const url = await open({ agents: ['bob'] })
  await (await post(url, '/agents/auto', 'one')).text()
  expect(await agentOf('one', url)).toBe('bob')
})

test('answers with the reasons if no agent fits', async () => {
  const url = await open({ auto: { needs: ['prompt.video'] } })
  const response = await post(url, '/agents/auto', 'one')
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    error: { code: 'no_agent_fits', message: 'No served agent fits the needs of the agent auto' },
  })
})

test('runs a new thread with the model that fits the price', async () => {
  const ada: AgentDefinition = {
    ...simAgent({ id: 'ada' }),
    modelList: [
      { id: 'sim-small', isDefault: true, price: { input: 5, output: 9 } },
      { id: 'sim-large', price: { input: 1, output: 9 } },
    ],
  }
  const client = createClient({ definitions: [ada] })
  const { url } = await lab.open({}, { client, auto: { maxPrice: 2 } })
  const text = await (await post(url, '/agents/auto', 'one')).text()
  expect(text).toContain('RUN_FINISHED')
  const thread = await fetch(`${url}/api/threads/one`, { headers: bearer })
  expect(await thread.json()).toMatchObject({ agent: 'ada', settings: { model: 'sim-large' } })
})
