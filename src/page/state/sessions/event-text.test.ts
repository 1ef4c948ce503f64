import { expect, it } from 'vitest'
import type { AgentSessionEvent } from '../../../capabilities/ecosystems/relay/events.ts'
import { eventText } from './event-text.ts'

const chunk = { id: 'c', at: new Date(0), content: 'so it is', sequence: 1 } as const

it.each<[AgentSessionEvent, string]>([
  [{ type: 'status.changed', status: 'idle' }, 'is idle'],
  [{ type: 'transcript.chunk', chunk: { ...chunk, role: 'agent' } }, 'says: so it is'],
  [
    { type: 'transcript.chunk', chunk: { ...chunk, role: 'agent', metadata: { thinking: true } } },
    'thinks: so it is',
  ],
  [{ type: 'transcript.chunk', chunk: { ...chunk, role: 'user' } }, 'user: so it is'],
  [{ type: 'tool.failed', tool: 'Write', error: 'disk full' }, 'Write failed: disk full'],
  [{ type: 'terminal.output', text: 'x' }, 'terminal.output'],
])('writes %j as %s', (event, text) => {
  expect(eventText(event)).toBe(text)
})
