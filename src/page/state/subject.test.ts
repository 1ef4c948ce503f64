import { expect, it } from 'vitest'
import { askedCalls, subjectOf } from './subject.ts'

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

it('shows a command as one line, with the rest of its input', () => {
  const read = (input: object) => {
    const { command, input: rest } = subjectOf(asks({ input }))
    return [command, rest]
  }
  expect(read({ command: 'ls -la | wc', description: 'count' })).toEqual([
    'ls -la | wc',
    { description: 'count' },
  ])
  expect(read({ command: 'ls', args: ['-la', 'my files'], cwd: '/w' })).toEqual([
    'ls -la "my files"',
    { cwd: '/w' },
  ])
  expect(read({ command: ['bash', '-lc', 'ls; id'] })).toEqual(['bash -lc "ls; id"', undefined])
  expect(read({ command: 'ls', args: [1] })).toEqual([undefined, { command: 'ls', args: [1] }])
})

it('returns the calls that questions are about, and whether the question shows their changes', () => {
  const other = { id: 'q2', reason: 'input_required' }
  expect([...askedCalls([asks({ content: [diff] }), other])]).toEqual([['c1', true]])
  expect([...askedCalls([asks({ input: {} })])]).toEqual([['c1', false]])
})
