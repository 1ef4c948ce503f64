import { expect, it } from 'vitest'
import type { LoggedEvent } from '../store/session-store.ts'
import { eventFilter } from './event-filter.ts'

const events: LoggedEvent['event'][] = [
  { type: 'status.changed', status: 'idle' },
  { type: 'status.changed', status: 'paused' },
  { type: 'delivery.delivered', deliveryId: 'd', messageId: 'm' },
  { type: 'log', level: 'info', message: 'x' },
]

it.each<[string[] | undefined, number[]]>([
  [undefined, [0, 1, 2, 3]],
  [[], [0, 1, 2, 3]],
  [['*'], [0, 1, 2, 3]],
  [['status.changed'], [0, 1]],
  [['status.*'], [0, 1]],
  [['status.idle'], [0]],
  [
    ['status.paused', 'log'],
    [1, 3],
  ],
  [['delivery.*'], [2]],
  [['delivery.failed'], []],
])('selects events by %j', (types, expected) => {
  const matches = eventFilter(types)
  const matched = events.flatMap((event, index) =>
    matches({ cursor: 1, at: 0, session: 's', event }) ? [index] : [],
  )
  expect(matched).toEqual(expected)
})

it('rejects unknown types', () => {
  expect(() => eventFilter(['tool.caled'])).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      message: 'Unknown event type "tool.caled"',
      hint: 'Did you mean tool.called?',
    }) as Error,
  )
})
