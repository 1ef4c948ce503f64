import { AgentCapabilitiesSchema } from '@ag-ui/core/schemas'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CapstanAgent } from '../../src/gateway/client/capstan-agent.ts'
import { createClient } from '../../src/run/client.ts'
import { bearer, createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'

let lab: GatewayLab
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(() => lab.remove())

const tool = (name: string) => ({ name, description: `Does ${name}`, call: () => name })

test('are current on every request', async () => {
  const { url, gateway } = await lab.open()
  const agent = new CapstanAgent({ url: `${url}/agents/sim`, headers: bearer })
  for (const name of ['one', 'two', 'three', 'four', 'five']) gateway.registerTool(tool(name))

  let capabilities = await agent.getCapabilities()
  expect(capabilities.tools?.items?.length).toBe(5)
  gateway.registerTool(tool('six'))
  capabilities = await agent.getCapabilities()
  expect(capabilities.tools?.items?.length).toBe(6)
  expect(AgentCapabilitiesSchema.safeParse(capabilities).error).toBeUndefined()
  // Client tools need MCP over stdio, which every ACP agent supports.
  expect(capabilities.tools?.clientProvided).toBe(true)
  expect(capabilities.humanInTheLoop).toMatchObject({
    supported: true,
    interrupts: true,
    approveWithEdits: false,
  })
})

test('are not sent again to a client that has them', async () => {
  const { url, gateway } = await lab.open()
  const ask = (etag?: string): Promise<Response> =>
    fetch(`${url}/agents/sim/capabilities`, {
      headers: { ...bearer, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
    })
  const etag = (await ask()).headers.get('etag') ?? ''
  expect((await ask(etag)).status).toBe(304)
  gateway.registerTool(tool('new'))
  expect((await ask(etag)).status).toBe(200)
})

test('include model, modes and commands of an open session, with evidence', async () => {
  const { url } = await lab.open()
  const agent = new CapstanAgent({ url: `${url}/agents/sim`, headers: bearer, threadId: 't1' })
  const before = (await agent.getCapabilities()).custom?.['capstan'] as Record<string, unknown>
  expect(before['commands']).toEqual([])
  expect(before['cwd']).toBe(lab.lab.options.cwd)
  agent.addMessage({ id: 'u1', role: 'user', content: 'say hi' })
  await agent.runAgent()
  const { custom, tools } = await agent.getCapabilities()
  expect(tools?.clientProvided).toBe(true)
  const declared = custom?.['capstan'] as {
    commands: { name: string }[]
    models: { current: string; available: { id: string }[] }
    evidence: Record<string, unknown>
  }
  expect(declared.commands.map(({ name }) => name)).toContain('help')
  expect(declared.models.available.length).toBeGreaterThan(1)
  const other = declared.models.available.find(({ id }) => id !== declared.models.current)?.id
  agent.addMessage({ id: 'u2', role: 'user', content: 'say hi' })
  await agent.runAgent({ forwardedProps: { capstan: { model: other } } })
  const after = (await agent.getCapabilities()).custom?.['capstan'] as typeof declared
  expect(after.models.current).toBe(other)
  expect(after.evidence['session.load']).toMatchObject({ support: 'supported', source: 'advertised' })
})

test('change with the model, and so does the ETag', async () => {
  const [definition] = lab.lab.sim().adapters.list()
  const client = createClient({
    definitions: definition === undefined ? [] : [definition.definition],
    models: { agents: [{ agent: 'sim', providers: [] }] },
  })
  const source = { name: 'a test', date: '2026-01-01' }
  const models = {
    'sim-small': { supportsImageInput: false },
    'sim-large': { supportsImageInput: true },
  }
  client.models.applyReported('sim', { source, models })
  const { url } = await lab.open({}, { client })
  const agent = new CapstanAgent({ url: `${url}/agents/sim`, headers: bearer, threadId: 't1' })
  const tagOf = async (): Promise<string | null> =>
    (await fetch(`${url}/agents/sim/capabilities`, { headers: bearer })).headers.get('etag')
  const declared = async () => {
    const { custom, multimodal } = await agent.getCapabilities()
    const { capstan } = custom as {
      capstan: { models: { current: string }; evidence: Record<string, object> }
    }
    const { models: known, evidence } = capstan
    return { model: known.current, image: multimodal?.input?.image, evidence: evidence['prompt.image'] }
  }
  const tags = [await tagOf()]
  for (const model of ['sim-small', 'sim-large']) {
    agent.addMessage({ id: model, role: 'user', content: 'say hi' })
    await agent.runAgent({ forwardedProps: { capstan: { model } } })
    tags.push(await tagOf())
    const is = model === 'sim-large'
    expect(await declared()).toMatchObject({
      model,
      image: is,
      // Needs both: the model alone can rule it out, but not grant it.
      evidence: is
        ? { support: 'supported', source: 'advertised' }
        : { support: 'unsupported', source: 'model', at: '2026-01-01T00:00:00.000Z', model },
    })
  }
  expect(new Set(tags).size).toBe(3)
  expect(await tagOf()).toBe(tags[2])
})

test('declare no approvals for an agent that never asks', async () => {
  const { url } = await lab.open({}, { permissions: 'deny', offerTools: false })
  const agent = new CapstanAgent({ url: `${url}/agents/sim`, headers: bearer })
  const { humanInTheLoop, tools } = await agent.getCapabilities()
  expect(humanInTheLoop).toMatchObject({ supported: false, approvals: false, interrupts: false })
  expect(tools?.clientProvided).toBe(false)
})

test('are limited to what the endpoint exposes', async () => {
  const { url } = await lab.open({}, { client: createClient() })
  const of = (id: string) =>
    new CapstanAgent({ url: `${url}/agents/${id}`, headers: bearer }).getCapabilities()
  // Claude Code supports schemas, an AG-UI run does not. A message during a run is queued if the agent accepts none.
  expect(await of('claude')).toMatchObject({
    identity: { name: 'Claude Code', provider: 'Anthropic', type: 'capstan' },
    execution: { codeExecution: true },
    multiAgent: { supported: true, delegation: true },
    output: { structuredOutput: false },
    tools: { clientProvided: true },
    humanInTheLoop: { supported: true, approvals: true, interrupts: true, interventions: true },
  })
  // Pi ignores MCP servers over ACP and never asks; the gateway starts OpenCode with an agent that asks.
  expect(await of('pi')).toMatchObject({
    tools: { clientProvided: false },
    humanInTheLoop: { supported: false, approvals: false, interrupts: false, interventions: true },
  })
  expect((await of('opencode')).humanInTheLoop).toMatchObject({
    supported: true,
    approvals: true,
    interrupts: true,
  })
})

test('do not change with a run that brings no new evidence', async () => {
  const { url } = await lab.open({}, { client: createClient() })
  const agent = new CapstanAgent({ url: `${url}/agents/sim`, headers: bearer, threadId: 't1' })
  const { custom: _, ...before } = await agent.getCapabilities()
  agent.addMessage({ id: 'u1', role: 'user', content: 'say hi' })
  await agent.runAgent()
  const { custom: __, ...after } = await agent.getCapabilities()
  expect(after).toEqual(before)
  expect(before.tools?.parallelCalls).toBe(false)
})

test('work for a custom agent with unknown models', async () => {
  const { url } = await lab.open({}, { client: lab.lab.bare('') })
  const agent = new CapstanAgent({ url: `${url}/agents/bare`, headers: bearer })
  const { custom } = await agent.getCapabilities()
  expect(custom?.['capstan']).toMatchObject({ agent: 'bare', models: { available: [] } })
})
