import { expect, test } from 'vitest'
import { readDeclaration, writeDeclaration } from '../../../src/capabilities/convert.ts'
import type { AgentCapabilities } from '../../../src/capabilities/ecosystems/ag-ui/index.ts'
import { valueOf } from '../../../src/capabilities/index.ts'

const search = {
  name: 'search',
  description: 'Search the web',
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
}

/** The result of `getCapabilities()` of the page's custom agent, with one registered tool. */
const custom: AgentCapabilities = {
  identity: {
    name: 'my-agent',
    description: 'A custom agent with tool support',
    version: '1.0.0',
  },
  transport: {
    streaming: true,
  },
  tools: {
    supported: true,
    items: [search],
    clientProvided: true,
  },
  state: {
    snapshots: true,
    deltas: true,
  },
}

const base = { source: 'declared', origin: 'ag-ui', agentVersion: '1.0.0', support: 'supported' }

function fact(id: string, value?: unknown) {
  const said = value === undefined ? {} : { value }
  return { [id]: { id, support: 'supported', ...said, evidence: [{ ...base, ...said }] } }
}

test('the custom agent of the page gives these facts and survives a round trip', () => {
  const profile = readDeclaration('ag-ui', custom)
  expect(profile).toEqual({
    subject: { kind: 'agent', id: 'my-agent', version: '1.0.0' },
    facts: {
      ...fact('identity.name', 'my-agent'),
      ...fact('identity.description', 'A custom agent with tool support'),
      ...fact('identity.version', '1.0.0'),
      ...fact('transport.streaming'),
      ...fact('tools.native', [search]),
      ...fact('tools.client-provided'),
      ...fact('state.snapshots'),
      ...fact('state.deltas'),
    },
  })
  expect(writeDeclaration('ag-ui', profile)).toEqual({ declaration: custom, notCarried: [], assumed: [] })
})

test("the page's examples read a written declaration", () => {
  const declaration: AgentCapabilities = {
    reasoning: { supported: true },
    multiAgent: { subAgents: [{ name: 'scout' }] },
    humanInTheLoop: { approvals: true },
    custom: { rateLimit: { maxRequestsPerMinute: 60 } },
  }
  const profile = readDeclaration('ag-ui', declaration)
  const written: AgentCapabilities = writeDeclaration('ag-ui', profile).declaration
  expect(written.reasoning?.supported).toBe(true)
  expect(written.multiAgent?.subAgents?.length).toBe(1)
  expect(written.humanInTheLoop?.approvals).toBe(true)
  expect(written.output?.structuredOutput ?? false).toBe(false)
  expect(written.custom?.['rateLimit']).toEqual({ maxRequestsPerMinute: 60 })
  expect(valueOf(profile, 'custom.ag-ui.rateLimit')).toEqual({ maxRequestsPerMinute: 60 })
})
