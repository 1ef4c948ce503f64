import { describe, expect, test } from 'vitest'
import { compare } from './compare.ts'
import { createProfile } from './profile.ts'
import type { RequiredValue } from './requirements.ts'

const profile = createProfile({ kind: 'agent', id: 'claude' }, [
  { id: 'mcp.http', evidence: { source: 'advertised', support: 'supported' } },
  { id: 'mcp.sse', evidence: { source: 'advertised', support: 'unsupported' } },
])

test('gives each requirement a verdict and its fact', () => {
  const requirements = [
    { id: 'mcp.http', because: 'a server' },
    { id: 'mcp.sse' },
    { id: 'mcp.acp' },
    { id: 'mcp.http', value: { includes: 'x' } },
  ]
  const http = {
    id: 'mcp.http',
    support: 'supported',
    evidence: [{ source: 'advertised', support: 'supported' }],
  }
  expect(compare(profile, requirements)).toEqual({
    ok: false,
    results: [
      { requirement: { id: 'mcp.http', because: 'a server' }, verdict: 'met', fact: http },
      {
        requirement: { id: 'mcp.sse' },
        verdict: 'unsupported',
        fact: {
          id: 'mcp.sse',
          support: 'unsupported',
          evidence: [{ source: 'advertised', support: 'unsupported' }],
        },
      },
      {
        requirement: { id: 'mcp.acp' },
        verdict: 'unknown',
        fact: { id: 'mcp.acp', support: 'unknown', evidence: [] },
      },
      { requirement: { id: 'mcp.http', value: { includes: 'x' } }, verdict: 'unknown', fact: http },
    ],
  })
})

test('is ok if every requirement is known to be met, also without requirements', () => {
  expect(compare(profile, [])).toEqual({ ok: true, results: [] })
  expect(compare(profile, [{ id: 'mcp.http' }]).ok).toBe(true)
  expect(compare(profile, [{ id: 'mcp.http' }, { id: 'mcp.acp' }]).ok).toBe(false)
})

describe('a required value', () => {
  const cases: { value: unknown; required: RequiredValue; verdict: string }[] = [
    { value: ['low', 'high'], required: { includes: 'high' }, verdict: 'met' },
    { value: ['low', 'high'], required: { includes: 'max' }, verdict: 'unsupported' },
    { value: [], required: { includes: 'low' }, verdict: 'unsupported' },
    { value: 'low', required: { includes: 'low' }, verdict: 'met' },
    { value: [1, 2], required: { includes: 2 }, verdict: 'met' },
    { value: [1024, 32_000], required: { within: 1024 }, verdict: 'met' },
    { value: [1024, 32_000], required: { within: 32_000 }, verdict: 'met' },
    { value: [1024, 32_000], required: { within: 1023 }, verdict: 'unsupported' },
    { value: [1024, 32_000], required: { within: 32_001 }, verdict: 'unsupported' },
    { value: [0, 0], required: { within: 0 }, verdict: 'met' },
    { value: 5, required: { within: 5 }, verdict: 'met' },
    { value: 5, required: { within: 4 }, verdict: 'unsupported' },
    { value: [], required: { within: 1 }, verdict: 'unsupported' },
    { value: ['1', '9'], required: { within: 5 }, verdict: 'unsupported' },
    { value: [1024, 32_000], required: { within: Number.NaN }, verdict: 'unsupported' },
    { value: undefined, required: { includes: 'low' }, verdict: 'unknown' },
    { value: undefined, required: { within: 5 }, verdict: 'unknown' },
  ]

  test.each(cases)('$required of $value is $verdict', ({ value, required, verdict }) => {
    const valued = createProfile({ kind: 'agent', id: 'claude' }, [
      { id: 'own', evidence: { source: 'declared', support: 'supported', value } },
    ])
    const { ok, results } = compare(valued, [{ id: 'own', value: required }])
    expect([ok, results[0]?.verdict]).toEqual([verdict === 'met', verdict])
  })

  test.each(['unsupported', 'unknown'] as const)('does not matter where support is %s', (support) => {
    const valued = createProfile({ kind: 'agent', id: 'claude' }, [
      { id: 'own', evidence: { source: 'declared', support, value: ['low'] } },
    ])
    expect(compare(valued, [{ id: 'own', value: { includes: 'low' } }]).results[0]?.verdict).toBe(support)
  })
})
