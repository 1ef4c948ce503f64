import { describe, expect, test } from 'vitest'
import type { Evidence } from './evidence.ts'
import { explain, explanationText } from './explain.ts'
import { createProfile } from './profile.ts'

const subject = { kind: 'agent', id: 'claude', version: '2.0.0', model: 'opus' } as const

function profileOf(id: string, ...pieces: Evidence[]) {
  return createProfile(
    subject,
    pieces.map((evidence) => ({ id, evidence })),
  )
}

describe('outcome and reason of each piece', () => {
  const decider: Evidence = { source: 'advertised', support: 'supported', agentVersion: '2.0.0' }
  const cases: { rule: string; by?: Evidence; piece: Evidence; outcome: string; reason: string }[] = [
    {
      rule: 'another model',
      piece: { source: 'override', support: 'unsupported', model: 'haiku' },
      outcome: 'not applicable',
      reason: 'applies to the model haiku',
    },
    {
      rule: 'silence',
      piece: { source: 'override', support: 'unknown' },
      outcome: 'silent',
      reason: 'says neither yes nor no',
    },
    {
      rule: 'an override',
      by: { source: 'override', support: 'unsupported' },
      piece: { source: 'observed', support: 'supported', model: 'opus' },
      outcome: 'overruled',
      reason: 'overrides take precedence',
    },
    {
      rule: 'the model',
      by: { source: 'declared', support: 'supported', model: 'opus' },
      piece: { source: 'observed', support: 'unsupported' },
      outcome: 'overruled',
      reason: 'evidence about the model opus takes precedence',
    },
    {
      rule: 'the version',
      piece: { source: 'observed', support: 'unsupported', agentVersion: '1.9.0' },
      outcome: 'overruled',
      reason: 'for version 1.9.0, not the installed version',
    },
    {
      rule: 'the source, in agreement',
      piece: { source: 'declared', support: 'supported' },
      outcome: 'agrees',
      reason: 'advertised outranks declared',
    },
    {
      rule: 'the time',
      by: { source: 'declared', support: 'supported', at: '2026-10-02' },
      piece: { source: 'declared', support: 'unsupported', at: '2026-10-01' },
      outcome: 'overruled',
      reason: 'older evidence',
    },
    {
      rule: 'the order',
      by: { source: 'declared', support: 'supported', origin: 'b' },
      piece: { source: 'declared', support: 'supported', origin: 'a' },
      outcome: 'agrees',
      reason: 'later evidence of equal weight decides',
    },
  ]

  test.each(cases)('$rule', ({ by = decider, piece, outcome, reason }) => {
    expect(explain(profileOf('own.thing', piece, by), 'own.thing').evidence).toEqual([
      { evidence: by, outcome: 'decides', reason: 'strongest evidence' },
      { evidence: piece, outcome, reason },
    ])
  })
})

test('has the meaning, the support and the value of the fact', () => {
  const piece: Evidence = { source: 'model', support: 'supported', model: 'opus', value: ['low', 'high'] }
  expect(explain(profileOf('thinking.effort', piece), 'thinking.effort')).toStrictEqual({
    id: 'thinking.effort',
    means: 'has an adjustable thinking effort',
    support: 'supported',
    standing: 'supported',
    value: ['low', 'high'],
    evidence: [{ evidence: piece, outcome: 'decides', reason: 'strongest evidence' }],
  })
})

test('has no meaning for an id outside the dictionary, and may have no evidence', () => {
  expect(explain(profileOf('x'), 'own.thing')).toStrictEqual({
    id: 'own.thing',
    support: 'unknown',
    standing: 'unknown',
    evidence: [],
  })
})

test('calls every piece silent if none states the support', () => {
  const piece: Evidence = { source: 'declared', support: 'unknown', value: 3 }
  const other: Evidence = { source: 'declared', support: 'supported', model: 'haiku' }
  expect(explain(profileOf('own', piece, other), 'own')).toStrictEqual({
    id: 'own',
    support: 'unknown',
    standing: 'unknown',
    value: 3,
    evidence: [
      { evidence: piece, outcome: 'silent', reason: 'says neither yes nor no' },
      { evidence: other, outcome: 'not applicable', reason: 'applies to the model haiku' },
    ],
  })
})

describe('as text', () => {
  test('with all fields of a piece', () => {
    const profile = profileOf(
      'thinking.effort',
      { source: 'declared', support: 'supported', value: ['low'] },
      {
        source: 'observed',
        support: 'unsupported',
        origin: 'a run',
        detail: 'the flag was refused',
        agentVersion: '1.9.0',
        at: '2026-10-01',
      },
      { source: 'model', support: 'supported', model: 'opus', value: ['low', 'high'] },
      { source: 'model', support: 'unsupported', model: 'haiku', origin: '' },
    )
    expect(explanationText(explain(profile, 'thinking.effort'))).toMatchInlineSnapshot(`
      "thinking.effort: supported ["low","high"] — has an adjustable thinking effort
        decides: supported, model (model opus): strongest evidence
        agrees: supported, declared: evidence about the model opus takes precedence
        overruled: unsupported, observed (a run, the flag was refused, version 1.9.0, 2026-10-01): evidence about the model opus takes precedence
        not applicable: unsupported, model (model haiku): applies to the model haiku"
    `)
  })

  test('without evidence', () => {
    expect(explanationText(explain(profileOf('x'), 'own.thing'))).toMatchInlineSnapshot(`
      "own.thing: unknown
        no evidence yet"
    `)
  })
})

test('calls a capability that the subject cannot have not applicable', () => {
  expect(explanationText(explain(profileOf('x'), 'host.memory'))).toBe(
    'host.memory: not applicable — offers this A2E capability to agents\n  no evidence yet',
  )
})

test('ignores model data for a capability of the agent alone', () => {
  const agent: Evidence = { source: 'declared', support: 'supported' }
  const model: Evidence = { source: 'model', support: 'unsupported', model: 'opus' }
  const { support, evidence } = explain(profileOf('prompt.file', agent, model), 'prompt.file')
  expect(support).toBe('supported')
  expect(evidence.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['decides', 'strongest evidence'],
    ['not applicable', 'only evidence about the agent counts'],
  ])
})
