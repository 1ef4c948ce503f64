import { describe, expect, test } from 'vitest'
import type { Evidence } from './evidence.ts'
import { decidingRule, resolveEvidence } from './resolve.ts'

const yes: Evidence = { source: 'declared', support: 'supported' }
const no: Evidence = { source: 'declared', support: 'unsupported' }

describe('the winner of two pieces, in any order', () => {
  const context = { version: '2.0.0', model: 'opus' }
  const cases: { rule: string; winner: Evidence; loser: Evidence }[] = [
    {
      rule: 'applies',
      winner: { source: 'declared', support: 'unsupported' },
      loser: { source: 'override', support: 'supported', model: 'haiku' },
    },
    {
      rule: 'speaks',
      winner: { source: 'declared', support: 'unsupported' },
      loser: { source: 'override', support: 'unknown', model: 'opus' },
    },
    {
      rule: 'override',
      winner: { source: 'override', support: 'unsupported', agentVersion: '1.0.0' },
      loser: { source: 'observed', support: 'supported', model: 'opus', agentVersion: '2.0.0' },
    },
    {
      rule: 'model',
      winner: { source: 'declared', support: 'unsupported', model: 'opus', agentVersion: '1.0.0' },
      loser: { source: 'observed', support: 'supported', agentVersion: '2.0.0' },
    },
    {
      rule: 'version',
      winner: { source: 'declared', support: 'unsupported', agentVersion: '2.0.0', at: '2026-01-01' },
      loser: { source: 'observed', support: 'supported', agentVersion: '1.0.0', at: '2026-10-01' },
    },
    {
      rule: 'source',
      winner: { source: 'observed', support: 'unsupported', at: '2026-01-01' },
      loser: { source: 'advertised', support: 'supported', at: '2026-10-01' },
    },
    {
      rule: 'newer',
      winner: { source: 'declared', support: 'unsupported', at: '2026-10-01T10:00:01Z' },
      loser: { source: 'declared', support: 'supported', at: '2026-10-01T10:00:00Z' },
    },
  ]

  test.each(cases)('$rule', ({ rule, winner, loser }) => {
    const expected = { support: 'unsupported', evidence: [winner, loser] }
    expect(resolveEvidence('thinking.supported', [winner, loser], context)).toStrictEqual(expected)
    expect(resolveEvidence('thinking.supported', [loser, winner], context)).toStrictEqual(expected)
    expect(decidingRule(winner, loser, context)).toBe(rule)
  })
})

test('ranks sources in their order', () => {
  const sources = ['declared', 'advertised', 'override', 'model', 'observed'] as const
  const pieces = sources.map((source): Evidence => ({ source, support: 'supported' }))
  expect(resolveEvidence('thinking.supported', pieces).evidence.map(({ source }) => source)).toEqual([
    'override',
    'observed',
    'advertised',
    'model',
    'declared',
  ])
})

test('prefers the later of two equal pieces', () => {
  expect(resolveEvidence('thinking.supported', [yes, no])).toStrictEqual({
    support: 'unsupported',
    evidence: [no, yes],
  })
  expect(resolveEvidence('thinking.supported', [no, yes])).toStrictEqual({
    support: 'supported',
    evidence: [yes, no],
  })
  expect(decidingRule(yes, no, {})).toBe('later')
})

test('treats a piece without a valid time as the oldest', () => {
  const dated: Evidence = { ...no, at: '1970-01-01' }
  const unreadable: Evidence = { ...yes, at: 'yesterday' }
  expect(resolveEvidence('thinking.supported', [dated, yes]).support).toBe('unsupported')
  expect(resolveEvidence('thinking.supported', [dated, unreadable]).support).toBe('unsupported')
  expect(decidingRule(yes, unreadable, {})).toBe('later')
})

describe('versions', () => {
  const old: Evidence = { source: 'observed', support: 'supported', agentVersion: '1.0.0' }

  test('applies evidence without a version to any version', () => {
    expect(resolveEvidence('thinking.supported', [no, old], { version: '2.0.0' }).support).toBe('unsupported')
    expect(
      resolveEvidence('thinking.supported', [{ ...no, agentVersion: '2.0.0' }, yes], { version: '2.0.0' })
        .support,
    ).toBe('supported')
  })

  test('do not matter if the installed version is unknown', () => {
    expect(resolveEvidence('thinking.supported', [no, old]).support).toBe('supported')
  })

  test('uses evidence of another version if there is no other', () => {
    expect(resolveEvidence('thinking.supported', [old], { version: '2.0.0' }).support).toBe('supported')
  })
})

describe('models', () => {
  const ofModel: Evidence = { source: 'model', support: 'unsupported', model: 'opus' }

  test('counts only the agent without a selected model', () => {
    const observed: Evidence = { source: 'observed', support: 'supported' }
    expect(resolveEvidence('thinking.supported', [ofModel, observed])).toStrictEqual({
      support: 'supported',
      evidence: [observed, ofModel],
    })
  })

  test('ignores evidence about another model, even if it is the only one', () => {
    const valued: Evidence = { ...ofModel, value: 7 }
    expect(resolveEvidence('thinking.supported', [valued], { model: 'haiku' })).toStrictEqual({
      support: 'unknown',
      evidence: [valued],
    })
  })
})

test('never prefers unknown to known', () => {
  const silent: Evidence = { source: 'override', support: 'unknown', at: '2026-10-01' }
  expect(resolveEvidence('thinking.supported', [yes, silent])).toStrictEqual({
    support: 'supported',
    evidence: [yes, silent],
  })
  expect(resolveEvidence('thinking.supported', [silent])).toStrictEqual({
    support: 'unknown',
    evidence: [silent],
  })
  expect(resolveEvidence('thinking.supported', [])).toStrictEqual({ support: 'unknown', evidence: [] })
})

describe('the value', () => {
  test('is the value of the strongest piece', () => {
    const light: Evidence = { ...yes, value: ['low'] }
    const heavy: Evidence = { source: 'observed', support: 'supported', value: ['high'] }
    expect(resolveEvidence('thinking.supported', [heavy, light])).toStrictEqual({
      support: 'supported',
      value: ['high'],
      evidence: [heavy, light],
    })
  })

  test('comes from a weaker piece if the deciding one has none', () => {
    const heavy: Evidence = { source: 'observed', support: 'supported' }
    expect(resolveEvidence('thinking.supported', [heavy, { ...yes, value: 3 }]).value).toBe(3)
  })

  test('does not come from a piece that contradicts the decision', () => {
    const heavy: Evidence = { source: 'observed', support: 'unsupported' }
    const light: Evidence = { ...yes, value: 3 }
    expect(resolveEvidence('thinking.supported', [heavy, light])).toStrictEqual({
      support: 'unsupported',
      evidence: [heavy, light],
    })
  })

  test('may come from a piece without support, even if no piece has support', () => {
    const silent: Evidence = { source: 'declared', support: 'unknown', value: 3 }
    expect(resolveEvidence('thinking.supported', [silent, no]).value).toBe(3)
    expect(resolveEvidence('thinking.supported', [silent])).toStrictEqual({
      support: 'unknown',
      value: 3,
      evidence: [silent],
    })
  })

  test('may be null or false', () => {
    expect(resolveEvidence('thinking.supported', [{ ...yes, value: null }]).value).toBeNull()
    expect(resolveEvidence('thinking.supported', [{ ...yes, value: false }]).value).toBe(false)
  })
})

test('does not change the given list', () => {
  const given = Object.freeze([no, yes])
  resolveEvidence('thinking.supported', given)
  expect(given).toEqual([no, yes])
})
