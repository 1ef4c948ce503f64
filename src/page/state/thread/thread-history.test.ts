import { expect, test } from 'vitest'
import { entriesFromHistory } from './thread-history.ts'

test('shows the result of a call, not the earlier state of its activity', () => {
  const entries = entriesFromHistory([
    {
      id: 'c1',
      role: 'assistant',
      toolCalls: [{ id: 'c1', type: 'function', function: { name: 'write', arguments: '{}' } }],
    },
    { id: 'result:c1', role: 'tool', toolCallId: 'c1', content: 'done' },
    {
      id: 'tool:c1',
      role: 'activity',
      activityType: 'TOOL',
      content: { toolCallId: 'c1', title: 'Write', status: 'pending', content: [] },
    },
  ])
  expect(entries[0]).toMatchObject({ kind: 'tool', title: 'Write', status: 'completed', result: 'done' })
})
