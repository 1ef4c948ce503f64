import { describe, expect, test } from 'vitest'
import { claimGroup } from './claim-group.ts'
import { ClaimSheet } from './claim-sheet.ts'

const subject = { kind: 'agent', id: 'claude' } as const

function factsOf(write: (sheet: ClaimSheet) => void) {
  const sheet = new ClaimSheet({ source: 'declared' })
  write(sheet)
  return sheet.toProfile(subject).facts
}

const declared = (support: 'supported' | 'unsupported' | 'unknown', rest: object = {}) => ({
  source: 'declared',
  support,
  ...rest,
})

test('gives every claim the known origin of the declaration', () => {
  const sheet = new ClaimSheet({ source: 'advertised', origin: 'acp', at: undefined, agentVersion: '1' })
  sheet.state('x', { flag: true })
  expect(sheet.toProfile(subject)).toEqual({
    subject: { kind: 'agent', id: 'claude' },
    facts: {
      x: {
        id: 'x',
        support: 'supported',
        evidence: [{ source: 'advertised', origin: 'acp', agentVersion: '1', support: 'supported' }],
      },
    },
  })
  expect(Object.keys(sheet.toProfile(subject).facts['x']?.evidence[0] ?? {})).not.toContain('at')
})

test('reads a field as supported, unsupported or, with only a value, unknown', () => {
  const facts = factsOf((sheet) => {
    sheet.state('yes', { flag: true, value: null })
    sheet.state('no', { flag: false, detail: 'omitted' })
    sheet.state('value', { value: 0 })
    sheet.state('nothing', {})
    sheet.state('detail only', { detail: 'x' })
  })
  expect(facts).toEqual({
    yes: { id: 'yes', support: 'supported', value: null, evidence: [declared('supported', { value: null })] },
    no: { id: 'no', support: 'unsupported', evidence: [declared('unsupported', { detail: 'omitted' })] },
    value: { id: 'value', support: 'unknown', value: 0, evidence: [declared('unknown', { value: 0 })] },
  })
})

describe('a group', () => {
  test('is one value of the present fields', () => {
    const facts = factsOf((sheet) => {
      claimGroup(sheet, 'price', { fields: { input: 3, output: undefined } })
      claimGroup(sheet, 'none', { fields: { input: undefined } })
      claimGroup(sheet, 'flag only', { fields: { since: undefined }, flag: false })
      claimGroup(sheet, 'both', { fields: { since: '2026' }, flag: false })
    })
    expect(facts).toEqual({
      price: {
        id: 'price',
        support: 'supported',
        value: { input: 3 },
        evidence: [declared('supported', { value: { input: 3 } })],
      },
      'flag only': { id: 'flag only', support: 'unsupported', evidence: [declared('unsupported')] },
      both: {
        id: 'both',
        support: 'unsupported',
        value: { since: '2026' },
        evidence: [declared('unsupported', { value: { since: '2026' } })],
      },
    })
  })
})

test('counts a guarantee as support by the protocol', () => {
  expect(factsOf((sheet) => sheet.promise(['a', 'b']))).toEqual({
    a: { id: 'a', support: 'supported', evidence: [declared('supported', { detail: 'protocol baseline' })] },
    b: { id: 'b', support: 'supported', evidence: [declared('supported', { detail: 'protocol baseline' })] },
  })
})

test('keeps the fields without an id', () => {
  const facts = factsOf((sheet) => {
    sheet.leftovers('rest', { known: 1, extra: null, gone: undefined }, ['known'])
    sheet.leftovers('all known', { known: 1 }, ['known'])
    sheet.leftovers('no section', undefined, [])
  })
  expect(facts).toEqual({
    rest: {
      id: 'rest',
      support: 'supported',
      value: { extra: null },
      evidence: [declared('supported', { value: { extra: null } })],
    },
  })
})
