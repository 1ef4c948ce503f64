import { expect, test } from 'vitest'
import { capabilityProfileSchema } from './profile-schema.ts'

const subject = { kind: 'model', id: 'opus' }

function issuesOf(facts: unknown) {
  const { error } = capabilityProfileSchema.safeParse({ subject, facts })
  return error?.issues.map(({ path, message }) => ({ path, message }))
}

test('checks a value of the dictionary, in the fact and in its evidence', () => {
  const evidence = [
    { source: 'model', support: 'supported', value: ['low'] },
    { source: 'model', support: 'supported', value: ['low', 1] },
  ]
  const facts = {
    'thinking.effort': { support: 'supported', value: 'low', evidence },
    'model.context-window': { support: 'supported', value: -1 },
  }
  expect(issuesOf(facts)).toEqual([
    {
      path: ['facts', 'thinking.effort', 'value'],
      message: 'Invalid input: expected array, received string',
    },
    {
      path: ['facts', 'thinking.effort', 'evidence', 1, 'value', 1],
      message: 'Invalid input: expected string, received number',
    },
    {
      path: ['facts', 'model.context-window', 'value'],
      message: 'Too small: expected number to be >=0',
    },
  ])
})

test('accepts any value under an id outside the dictionary, also under names of object members', () => {
  const fact = { support: 'supported', value: { any: ['thing'] } }
  expect(issuesOf({ 'own.thing': fact, constructor: fact, toString: fact })).toBeUndefined()
})

test('requires the support of a fact and a known source of evidence', () => {
  expect(issuesOf({ a: {}, b: { support: 'supported', evidence: [{ source: 'rumour' }] } })).toEqual([
    {
      path: ['facts', 'a', 'support'],
      message: 'Invalid option: expected one of "supported"|"unsupported"|"unknown"',
    },
    {
      path: ['facts', 'b', 'evidence', 0, 'source'],
      message: 'Invalid option: expected one of "override"|"observed"|"advertised"|"model"|"declared"',
    },
    {
      path: ['facts', 'b', 'evidence', 0, 'support'],
      message: 'Invalid option: expected one of "supported"|"unsupported"|"unknown"',
    },
  ])
})
