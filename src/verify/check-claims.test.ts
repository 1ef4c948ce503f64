import { expect, it } from 'vitest'
import type { CheckReport } from '../testing/contract/report.ts'
import { checkClaims } from './check-claims.ts'

const scope = { transport: 'cli' } as const
const supported = {
  id: 'thinking.effort',
  evidence: { source: 'observed', support: 'supported', scope },
} as const
const other = { ...supported, id: 'contract.effort' }

const report = (changes: Partial<CheckReport>): CheckReport => ({
  name: 'effort',
  title: '',
  expected: '',
  capability: 'thinking.effort',
  result: 'refuted',
  scope,
  saw: 'max is offered, but refused',
  isAdvertised: false,
  durationMs: 1,
  observed: [],
  ...changes,
})

it('counts a refuted check against its capability', () => {
  expect(checkClaims(report({ observed: [other] }))).toEqual([
    other,
    {
      id: 'thinking.effort',
      evidence: { source: 'observed', support: 'unsupported', scope, detail: 'max is offered, but refused' },
    },
  ])
})

it('keeps the part of a refuted capability that works', () => {
  const part = { ...supported, evidence: { ...supported.evidence, value: ['low', 'high'] } }
  expect(checkClaims(report({ observed: [part] }))).toEqual([
    {
      id: 'thinking.effort',
      evidence: {
        source: 'observed',
        support: 'supported',
        scope,
        value: ['low', 'high'],
        detail: 'max is offered, but refused',
      },
    },
  ])
})

it('keeps the observations of a verified check, and nothing of others', () => {
  expect(checkClaims(report({ result: 'verified', observed: [supported] }))).toEqual([supported])
  expect(checkClaims(report({ result: 'not-applicable', observed: [supported] }))).toEqual([])
  expect(checkClaims(report({ result: 'not-tried', observed: [supported] }))).toEqual([])
})
