import { describe, expect, test } from 'vitest'
import { type Claim, claimsOf, createProfile, factOf, mergeProfiles, supportOf, valueOf } from './profile.ts'

const subject = { kind: 'agent', id: 'claude' } as const
const claim = (id: string, support: 'supported' | 'unsupported', value?: unknown): Claim => ({
  id,
  evidence: { source: 'declared', support, ...(value === undefined ? {} : { value }) },
})

test('has a fact for each id, with its evidence', () => {
  const profile = createProfile({ kind: 'agent', id: 'claude', version: '2.0.0' }, [
    claim('session.load', 'supported'),
    claim('thinking.effort', 'supported', ['low', 'high']),
    { id: 'session.load', evidence: { source: 'observed', support: 'unsupported', origin: 'a run' } },
  ])
  expect(profile).toEqual({
    subject: { kind: 'agent', id: 'claude', version: '2.0.0' },
    facts: {
      'session.load': {
        id: 'session.load',
        support: 'unsupported',
        evidence: [
          { source: 'observed', support: 'unsupported', origin: 'a run' },
          { source: 'declared', support: 'supported' },
        ],
      },
      'thinking.effort': {
        id: 'thinking.effort',
        support: 'supported',
        value: ['low', 'high'],
        evidence: [{ source: 'declared', support: 'supported', value: ['low', 'high'] }],
      },
    },
  })
})

describe('a profile cannot be changed', () => {
  const value = { modes: [{ name: 'plan' }] }
  const about = { kind: 'agent' as const, id: 'claude' }
  const evidence = { source: 'declared' as const, support: 'supported' as const, value }
  const profile = createProfile(about, [{ id: 'own', evidence }])

  test('at any depth', () => {
    const fact = factOf(profile, 'own')
    const parts = [profile, profile.subject, profile.facts, fact, fact.evidence, fact.evidence[0]]
    const held = fact.value as typeof value
    for (const part of [...parts, held, held.modes, held.modes[0]]) expect(Object.isFrozen(part)).toBe(true)
    expect(() => Object.assign(profile.facts, { other: fact })).toThrow(TypeError)
    expect(() => held.modes.push({ name: 'act' })).toThrow(TypeError)
  })

  test('and does not freeze the objects of the caller', () => {
    value.modes.push({ name: 'act' })
    about.id = 'codex'
    expect(Object.isFrozen(evidence)).toBe(false)
    expect(profile.subject).toEqual({ kind: 'agent', id: 'claude' })
    expect(valueOf(profile, 'own')).toEqual({ modes: [{ name: 'plan' }] })
  })
})

describe('ids that are names of object members', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const profile = createProfile(
    subject,
    names.map((id) => claim(id, 'unsupported')),
  )

  test.each(names)('%s is an id like any other', (id) => {
    expect(factOf(profile, id)).toEqual({
      id,
      support: 'unsupported',
      evidence: [{ source: 'declared', support: 'unsupported' }],
    })
    expect(Object.keys(profile.facts)).toEqual(names)
  })

  test.each(names)('%s is unknown without evidence, also in a profile from JSON', (id) => {
    const empty = { id, support: 'unknown', evidence: [] }
    expect(factOf(createProfile(subject, []), id)).toEqual(empty)
    expect(factOf({ subject, facts: {} }, id)).toEqual(empty)
  })
})

test('returns unknown for a capability without evidence', () => {
  const profile = createProfile(subject, [])
  expect(factOf(profile, 'mcp.http')).toEqual({ id: 'mcp.http', support: 'unknown', evidence: [] })
  expect(supportOf(profile, 'mcp.http')).toBe('unknown')
  expect(valueOf(profile, 'mcp.http')).toBeUndefined()
})

test('weighs evidence by the selected model and the installed version', () => {
  const claims: Claim[] = [
    { id: 'prompt.image', evidence: { source: 'model', support: 'unsupported', model: 'small' } },
    { id: 'prompt.image', evidence: { source: 'observed', support: 'supported', agentVersion: '1.0.0' } },
  ]
  expect(supportOf(createProfile(subject, claims), 'prompt.image')).toBe('supported')
  expect(supportOf(createProfile({ ...subject, model: 'small' }, claims), 'prompt.image')).toBe('unsupported')
})

describe('merging', () => {
  const first = createProfile({ kind: 'agent', id: 'a' }, [claim('x', 'supported'), claim('y', 'supported')])
  const second = createProfile({ kind: 'host', id: 'b' }, [claim('x', 'unsupported')])

  test('joins the facts under the new subject; the later profile wins a tie', () => {
    expect(mergeProfiles(subject, [first, second])).toEqual({
      subject: { kind: 'agent', id: 'claude' },
      facts: {
        x: {
          id: 'x',
          support: 'unsupported',
          evidence: [
            { source: 'declared', support: 'unsupported' },
            { source: 'declared', support: 'supported' },
          ],
        },
        y: { id: 'y', support: 'supported', evidence: [{ source: 'declared', support: 'supported' }] },
      },
    })
    expect(supportOf(mergeProfiles(subject, [second, first]), 'x')).toBe('supported')
  })

  test('weighs the evidence again for the new subject', () => {
    const model = createProfile({ kind: 'model', id: 'small', model: 'small' }, [
      { id: 'x', evidence: { source: 'model', support: 'unsupported', model: 'small' } },
    ])
    expect(supportOf(mergeProfiles(subject, [first, model]), 'x')).toBe('supported')
    expect(supportOf(mergeProfiles({ ...subject, model: 'small' }, [model, first]), 'x')).toBe('unsupported')
  })

  test('returns the same profile for one profile', () => {
    const profile = createProfile(subject, [claim('x', 'supported'), claim('x', 'unsupported')])
    expect(mergeProfiles(subject, [profile])).toEqual(profile)
  })
})

test('rebuilds the same profile from its claims', () => {
  const claims = [claim('x', 'supported', 1), claim('x', 'unsupported'), claim('x', 'unsupported', 2)]
  const profile = createProfile(subject, claims)
  expect(claimsOf(profile)).toEqual(claims)
  expect(createProfile(subject, claimsOf(profile))).toEqual(profile)
})
