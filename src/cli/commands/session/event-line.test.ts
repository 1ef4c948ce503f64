import { expect, it } from 'vitest'
import type { LoggedEvent } from '../../../sessions/store/session-store.ts'
import { createStyle } from '../../output/style.ts'
import { eventLine } from './event-line.ts'

const line = (event: LoggedEvent['event']): string =>
  eventLine(
    { cursor: 7, at: Date.UTC(2026, 0, 2, 3, 4, 5), session: 'ses_1', event },
    { who: '@ada', style: createStyle(false), clean: (text) => text.replaceAll('\u001b', '') },
  )

it.each<[LoggedEvent['event'], string]>([
  [{ type: 'status.changed', status: 'idle' }, 'status.changed idle'],
  [
    { type: 'status.changed', status: 'offline', previousStatus: 'idle', reason: 'gone' },
    'status.changed idle → offline (gone)',
  ],
  [
    {
      type: 'transcript.chunk',
      chunk: { id: 'c', at: new Date(0), role: 'agent', content: 'two\nlines \u001b[31m', sequence: 1 },
    },
    'transcript.chunk agent: two lines [31m',
  ],
  [
    { type: 'delivery.failed', deliveryId: 'del_1', messageId: 'msg_1', reason: 'no' },
    'delivery.failed no del_1 msg_1',
  ],
  [{ type: 'tool.called', tool: 'read', input: { path: 'a' } }, 'tool.called read {"path":"a"}'],
])('%j', (event, expected) => {
  expect(line(event)).toBe(`7 03:04:05 @ada ${expected}`)
})
