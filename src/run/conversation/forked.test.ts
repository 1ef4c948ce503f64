import { expect, test } from 'vitest'
import { asForked } from './forked.ts'

test('reports a forked session as session.forked', () => {
  const resumed = { type: 'session.resumed', sessionId: 'new', at: 1 } as const
  expect(asForked(resumed, 'old')).toEqual({
    type: 'session.forked',
    sessionId: 'new',
    parentSessionId: 'old',
    at: 1,
  })
  expect(asForked(resumed, undefined)).toBe(resumed)
  const text = { type: 'text.delta', text: 'hi' } as const
  expect(asForked(text, 'old')).toBe(text)
})
