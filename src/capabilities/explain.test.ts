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

describe('how a piece fared, and why', () => {
  const decider: Evidence = { source: 'advertised', support: 'supported', agentVersion: '2.0.0' }
  const cases: { rule: string; by?: Evidence; piece: Evidence; outcome: string; reason: string }[] = [
    {
      rule: 'another model',
      piece: { source: 'override', support: 'unsupported', model: 'haiku' },
      outcome: 'not applicable',
      reason: 'it is about the model haiku',
    },
    {
      rule: 'silence',
      piece: { source: 'override', support: 'unknown' },
      outcome: 'silent',
      reason: 'it does not say whether',
    },
    {
      rule: 'an override',
      by: { source: 'override', support: 'unsupported' },
      piece: { source: 'observed', support: 'supported', model: 'opus' },
      outcome: 'overruled',
      reason: 'an override beats everything else',
    },
    {
      rule: 'the model',
      by: { source: 'declared', support: 'supported', model: 'opus' },
      piece: { source: 'observed', support: 'unsupported' },
      outcome: 'overruled',
      reason: 'what is known of the model opus beats what is known of the agent',
    },
    {
      rule: 'the version',
      piece: { source: 'observed', support: 'unsupported', agentVersion: '1.9.0' },
      outcome: 'overruled',
      reason: 'it is of version 1.9.0, which is not the installed one',
    },
    {
      rule: 'the source, in agreement',
      piece: { source: 'declared', support: 'supported' },
      outcome: 'agrees',
      reason: 'advertised beats declared',
    },
    {
      rule: 'the time',
      by: { source: 'declared', support: 'supported', at: '2026-10-02' },
      piece: { source: 'declared', support: 'unsupported', at: '2026-10-01' },
      outcome: 'overruled',
      reason: 'it is older',
    },
    {
      rule: 'the order',
      by: { source: 'declared', support: 'supported', origin: 'b' },
      piece: { source: 'declared', support: 'supported', origin: 'a' },
      outcome: 'agrees',
      reason: 'one of the same weight was given later',
    },
  ]

  test.each(cases)('$rule', ({ by = decider, piece, outcome, reason }) => {
    expect(explain(profileOf('own.thing', piece, by), 'own.thing').evidence).toEqual([
      { evidence: by, outcome: 'decides', reason: 'nothing outweighs it' },
      { evidence: piece, outcome, reason },
    ])
  })
})

test('an explanation has the meaning, the support and the value of the fact', () => {
  const piece: Evidence = { source: 'model', support: 'supported', model: 'opus', value: ['low', 'high'] }
  expect(explain(profileOf('thinking.effort', piece), 'thinking.effort')).toStrictEqual({
    id: 'thinking.effort',
    means: 'how hard it thinks can be set',
    support: 'supported',
    standing: 'supported',
    value: ['low', 'high'],
    evidence: [{ evidence: piece, outcome: 'decides', reason: 'nothing outweighs it' }],
  })
})

test('an id of somebody’s own has no meaning, and may have no evidence', () => {
  expect(explain(profileOf('x'), 'own.thing')).toStrictEqual({
    id: 'own.thing',
    support: 'unknown',
    standing: 'unknown',
    evidence: [],
  })
})

test('where nobody says whether, every piece is silent', () => {
  const piece: Evidence = { source: 'declared', support: 'unknown', value: 3 }
  const other: Evidence = { source: 'declared', support: 'supported', model: 'haiku' }
  expect(explain(profileOf('own', piece, other), 'own')).toStrictEqual({
    id: 'own',
    support: 'unknown',
    standing: 'unknown',
    value: 3,
    evidence: [
      { evidence: piece, outcome: 'silent', reason: 'it does not say whether' },
      { evidence: other, outcome: 'not applicable', reason: 'it is about the model haiku' },
    ],
  })
})

describe('as text', () => {
  test('with everything a piece can have', () => {
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
      "thinking.effort: supported ["low","high"] — how hard it thinks can be set
        decides: supported, model (model opus): nothing outweighs it
        agrees: supported, declared: what is known of the model opus beats what is known of the agent
        overruled: unsupported, observed (a run, the flag was refused, version 1.9.0, 2026-10-01): what is known of the model opus beats what is known of the agent
        not applicable: unsupported, model (model haiku): it is about the model haiku"
    `)
  })

  test('without evidence', () => {
    expect(explanationText(explain(profileOf('x'), 'own.thing'))).toMatchInlineSnapshot(`
      "own.thing: unknown
        no evidence yet"
    `)
  })
})

test('what its subject cannot have is not applicable', () => {
  expect(explanationText(explain(profileOf('x'), 'host.memory'))).toBe(
    'host.memory: not applicable — offers this A2E capability to agents\n  no evidence yet',
  )
})

test('what a model says of something that the agent alone decides does not count', () => {
  const agent: Evidence = { source: 'declared', support: 'supported' }
  const model: Evidence = { source: 'model', support: 'unsupported', model: 'opus' }
  const { support, evidence } = explain(profileOf('prompt.file', agent, model), 'prompt.file')
  expect(support).toBe('supported')
  expect(evidence.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['decides', 'nothing outweighs it'],
    ['not applicable', 'the agent alone decides'],
  ])
})
