import { afterEach, beforeEach, expect, test } from 'vitest'
import { sim } from '../../src/agents/catalog/sim/definition.ts'
import { createGateway, type GatewayOptions } from '../../src/gateway/create-gateway.ts'
import type { AgentDefinition } from '../../src/agents/definition/definition.ts'
import { createClient } from '../../src/run/client.ts'
import { bearer, createGatewayLab, type GatewayLab, token } from '../support/gateway-lab.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const real = (id: string, binary: string): AgentDefinition => {
  const { simulated: _, ...definition } = sim
  return { ...definition, id, name: id, binaries: [binary], acp: { binary, arguments: [] } }
}
const absent = real('absent', 'capstan-no-such-program')
const present = real('present', 'node')
const later = real('later', 'node')

async function defaultOf(definitions: AgentDefinition[], options: Partial<GatewayOptions> = {}) {
  const { url } = await lab.open({}, { client: createClient({ definitions }), ...options })
  const info = await fetch(`${url}/info`, { headers: bearer })
  const { agents } = (await info.json()) as { agents: Record<string, { name: string }> }
  return agents['default']?.name
}

test('chooses the first installed agent, before a simulated one', async () => {
  expect(await defaultOf([sim, absent, present, later])).toBe('present')
})

test('follows the order in which the agents are named', async () => {
  expect(await defaultOf([present, later], { agents: ['later', 'present'] })).toBe('later')
})

test('chooses a simulated agent if no other is installed', async () => {
  expect(await defaultOf([absent, sim])).toBe('Sim (simulated)')
})

test('chooses an agent that is not installed if there is no other', async () => {
  expect(await defaultOf([absent])).toBe('absent')
})

test('is the agent that the gateway is given as its default', async () => {
  expect(await defaultOf([present, absent, sim], { defaultAgent: 'absent' })).toBe('absent')
})

test('is an agent with the id default', async () => {
  expect(await defaultOf([present, real('default', 'node')], { defaultAgent: 'present' })).toBe('default')
})

test('rejects a default agent that is not served', () => {
  const client = createClient({ definitions: [present] })
  expect(() => createGateway({ client, token, defaultAgent: 'later' })).toThrow(
    'The default agent later is not served',
  )
})

test('answers capabilities, runs and stops of the name like those of the agent', async () => {
  const { url } = await lab.open()
  const [own, alias] = await Promise.all(
    ['sim', 'default'].map(async (id) =>
      (await fetch(`${url}/agents/${id}/capabilities`, { headers: bearer })).json(),
    ),
  )
  expect(alias).toEqual(own)
  const stop = await fetch(`${url}/agent/default/stop/none`, { method: 'POST', headers: bearer })
  expect([stop.status, await stop.json()]).toEqual([404, { stopped: false }])
  const other = await fetch(`${url}/agents/other/capabilities`, { headers: bearer })
  expect(other.status).toBe(404)
})
