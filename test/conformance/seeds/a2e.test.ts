import { describe, expect, test } from 'vitest'
import { readDeclaration, writeDeclaration } from '../../../src/capabilities/convert.ts'
import { a2eCapabilities, type Capability } from '../../../src/capabilities/ecosystems/a2e/index.ts'
import { a2eCapabilitySchema } from '../../../src/capabilities/schemas.ts'

const tools: Capability = {
  capability: 'tools',
  enabled: true,
  metadata: {
    name: 'mytools',
    type: 'tools',
    priority: 0,
    exclusive: false,
  },
}

/** The response to `["tools", "memory", "env", "chains"]` of a host without chains. */
const accepted: Capability[] = [
  tools,
  {
    capability: 'memory',
    enabled: true,
    metadata: { name: 'mem', type: 'memory', priority: 0, exclusive: false },
  },
  { capability: 'env', enabled: true, metadata: { name: 'gym', type: 'env', priority: 0, exclusive: false } },
  { capability: 'chains', enabled: false, metadata: { reason: 'no plugin loaded' } },
]

const base = { source: 'advertised', origin: 'a2e' }

function offered(name: string, enabled: boolean, metadata: object) {
  const said = { support: enabled ? 'supported' : 'unsupported', value: metadata }
  return { [`host.${name}`]: { id: `host.${name}`, ...said, evidence: [{ ...base, ...said }] } }
}

function leftOut(...names: string[]) {
  const facts = names.map((name) => ({
    id: `host.${name}`,
    support: 'unsupported',
    evidence: [{ ...base, support: 'unsupported', detail: 'omitted' }],
  }))
  return Object.fromEntries(facts.map((fact) => [fact.id, fact]))
}

const callsTools = {
  'tools.native': {
    id: 'tools.native',
    support: 'supported',
    evidence: [{ ...base, support: 'supported', detail: 'offered by the host' }],
  },
}

test('has the published names', () => {
  expect(a2eCapabilities).toEqual([
    'skill',
    'tools',
    'toolkits',
    'env',
    'proc',
    'memory',
    'learning',
    'chains',
    'mcp',
    'multi_agent',
  ])
})

describe('the published capability', () => {
  test('is valid unchanged', () => {
    expect(a2eCapabilitySchema.parse(tools)).toEqual(tools)
  })

  test('gives these facts', () => {
    expect(readDeclaration('a2e', tools)).toEqual({
      subject: { kind: 'host', id: 'unknown' },
      facts: {
        ...offered('tools', true, { name: 'mytools', type: 'tools', priority: 0, exclusive: false }),
        ...callsTools,
        ...leftOut('skill', 'toolkits', 'env', 'proc', 'memory', 'learning', 'chains', 'mcp', 'multi_agent'),
      },
    })
  })
})

test('the published response gives these facts and survives a round trip', () => {
  const profile = readDeclaration('a2e', { accepted_caps: accepted })
  expect(profile).toEqual({
    subject: { kind: 'host', id: 'unknown' },
    facts: {
      ...offered('tools', true, { name: 'mytools', type: 'tools', priority: 0, exclusive: false }),
      ...callsTools,
      ...offered('memory', true, { name: 'mem', type: 'memory', priority: 0, exclusive: false }),
      ...offered('env', true, { name: 'gym', type: 'env', priority: 0, exclusive: false }),
      ...offered('chains', false, { reason: 'no plugin loaded' }),
      ...leftOut('skill', 'toolkits', 'proc', 'learning', 'mcp', 'multi_agent'),
    },
  })
  expect(writeDeclaration('a2e', profile)).toEqual({
    declaration: { accepted_caps: accepted },
    notCarried: [],
    assumed: [],
  })
})
