import { expect, it } from 'vitest'
import { callsShownBy, subjectOf } from './subject.ts'

const diff = { type: 'diff', changes: [{ operation: 'add', path: '/a', newText: 'a' }] }
const asks = (toolCall: object) => ({
  id: 'q1',
  reason: 'tool_call',
  toolCallId: 'c1',
  metadata: { capstan: { description: 'why', subject: { type: 'tool-call', toolCall } } },
})

it('reads the subject of a question', () => {
  expect(subjectOf(asks({ input: { path: 'a' }, content: [diff, { type: 'content' }] }))).toEqual({
    description: 'why',
    diffs: [diff],
  })
  expect(subjectOf(asks({ input: { path: 'a' } }))).toEqual({
    description: 'why',
    input: { path: 'a' },
    diffs: [],
  })
  expect(
    subjectOf({
      id: 'q',
      reason: 'confirmation',
      metadata: { capstan: { subject: { command: 'ls' }, url: 'x' } },
    }),
  ).toEqual({ command: 'ls', url: 'x', diffs: [] })
  expect(subjectOf({ id: 'q', reason: 'confirmation', metadata: { capstan: 'odd' } })).toEqual({ diffs: [] })
})

it('returns the calls whose changes a question shows', () => {
  expect([...callsShownBy([asks({ content: [diff] }), asks({ input: {} })])]).toEqual(['c1'])
  expect([...callsShownBy([asks({ input: {} })])]).toEqual([])
})
