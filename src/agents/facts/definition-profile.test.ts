import { expect, it } from 'vitest'
import { factOf } from '../../capabilities/profile.ts'
import { agentCatalog } from '../catalog.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { no } from '../definition/definition-fact.ts'
import { definitionProfile } from './definition-profile.ts'

// Without a table of flags, which would say something about the command line.
const { flags: _, ...claude } = agentCatalog.claude
const { facts } = claude
const example: AgentDefinition = {
  ...claude,
  seen: { version: '2.0.0', at: '2026-11-15' },
  facts: { ...facts, 'session.fork': no('help') },
  observed: {
    version: '2.0.0',
    at: '2026-11-16',
    by: 'bridge 0.5.0',
    facts: { 'session.fork': { support: 'supported', check: 'fork' } },
  },
}

it('ranks observations above declarations and keeps both', () => {
  expect(factOf(definitionProfile(example), 'session.fork')).toEqual({
    id: 'session.fork',
    support: 'supported',
    evidence: [
      {
        source: 'observed',
        support: 'supported',
        agentVersion: '2.0.0',
        at: '2026-11-16',
        origin: 'contract: fork',
        detail: 'by bridge 0.5.0',
        scope: { transport: 'acp' },
      },
      {
        source: 'declared',
        support: 'unsupported',
        origin: 'catalog',
        detail: 'help',
        agentVersion: '2.0.0',
        at: '2026-11-15',
      },
    ],
  })
})

it('does not rank observations of another version above facts for every version', () => {
  const documented = { ...example, facts: { ...facts, 'session.fork': no('docs') } }
  const forkOf = (version: string): unknown => {
    const { support, evidence } = factOf(definitionProfile(documented, version), 'session.fork')
    return [support, ...evidence.map(({ source, agentVersion }) => [source, agentVersion])]
  }
  expect(forkOf('2.0.0')).toEqual(['supported', ['observed', '2.0.0'], ['declared', undefined]])
  expect(forkOf('2.1.0')).toEqual(['unsupported', ['declared', undefined], ['observed', '2.0.0']])
})
