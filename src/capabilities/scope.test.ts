import { describe, expect, test } from 'vitest'
import type { Evidence, EvidenceScope } from './evidence.ts'
import { outOfScope, scopeText } from './scope.ts'

const yes: Evidence = { source: 'declared', support: 'supported' }

describe('a statement counts for a call', () => {
  test.each<[EvidenceScope, object]>([
    [{}, { transport: 'acp', protocolVersion: 2, version: '1.0.0' }],
    [{ transport: 'acp' }, { transport: 'acp' }],
    [{ transport: 'acp' }, {}],
    [{ protocolVersion: 2 }, { protocolVersion: 2 }],
    [{ protocolVersion: 2 }, { transport: 'acp' }],
    [{ agentVersions: { from: '1.2.0' } }, { version: '1.2.0' }],
    [{ agentVersions: { from: '1.2.0' } }, { version: '1.10.0' }],
    [{ agentVersions: { before: '2026.9.6' } }, { version: '2026.9.5' }],
    [{ agentVersions: { from: '1.0.0', before: '2.0.0' } }, { version: '2.0.0-beta.1' }],
    [{ agentVersions: { from: '1.0.0' } }, {}],
  ])('%j for %j', (scope, call) => {
    expect(outOfScope({ ...yes, scope }, call)).toBeUndefined()
  })
})

describe('a statement does not count for a call outside its scope, with the reason', () => {
  test.each<[EvidenceScope, object, string]>([
    [{ transport: 'acp' }, { transport: 'cli' }, 'applies over ACP only'],
    [{ transport: 'cli' }, { transport: 'acp' }, 'applies on the command line only'],
    [{ protocolVersion: 1 }, { protocolVersion: 2 }, 'applies to ACP version 1 only'],
    [{ agentVersions: { from: '1.2.0' } }, { version: '1.1.9' }, 'applies from version 1.2.0 only'],
    [{ agentVersions: { before: '1.2.0' } }, { version: '1.2.0' }, 'applies before version 1.2.0 only'],
    [
      { agentVersions: { from: '1.0.0', before: '2.0.0' } },
      { version: '2.0.1' },
      'applies from version 1.0.0 and before version 2.0.0 only',
    ],
  ])('%j for %j', (scope, call, reason) => {
    expect(outOfScope({ ...yes, scope }, call)).toBe(reason)
  })

  test('about another model', () => {
    expect(outOfScope({ ...yes, model: 'opus' }, { model: 'haiku' })).toBe('applies to the model opus')
  })
})

test('formats a scope as a short text', () => {
  const scope: EvidenceScope = { transport: 'acp', protocolVersion: 2, agentVersions: { from: '2.3.0' } }
  expect(scopeText(scope)).toBe('over ACP, ACP version 2, from version 2.3.0')
  expect(scopeText({})).toBe('')
})
