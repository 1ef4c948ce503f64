import { expect, it } from 'vitest'
import { readEvent } from './read-event.ts'

const read = (event: object): unknown => readEvent(event, { now: 0, sessionId: 's' })

it.each([
  [{ type: 'command.completed', command: 'ls', exitCode: '0' }, 'exitCode must be a whole number'],
  [
    { type: 'tool.completed', tool: 'ls', durationMs: Number.NaN },
    'durationMs must be a number of milliseconds',
  ],
  [{ type: 'usage.updated', tokens: -1 }, 'tokens must be a number'],
  [{ type: 'usage.updated', costUsd: Infinity }, 'costUsd must be a number'],
  [{ type: 'file.changed', path: 'a', operation: 'explode' }, 'operation must be create, update or delete'],
  [{ type: 'terminal.output', text: 'a', stream: 'x' }, 'stream must be stdout, stderr or combined'],
  [{ type: 'log', level: 'loud', message: 'a' }, 'level must be debug, info, warn or error'],
  [{ type: 'error', error: 'a', retryable: 'yes' }, 'retryable must be true or false'],
  [{ type: 'status.changed', status: 'idle', reason: 4 }, 'reason must be text'],
  [
    { type: 'delivery.deferred', messageId: 'm', availableAt: 'soon' },
    'availableAt must be a date or an ISO 8601 time',
  ],
])('refuses %j', (event, fault) => {
  expect(read(event)).toEqual({ fault: `${event.type}: ${fault}` })
})

it('refuses a chunk with an unknown role', () => {
  const chunk = { id: 'c', role: 'root', content: 'x' }
  expect(read({ type: 'transcript.chunk', chunk })).toEqual({
    fault: 'transcript.chunk chunk: role must be agent, user, system or tool',
  })
})

it('accepts the published shapes', () => {
  const event = { type: 'terminal.screen', text: 'x', rows: 2, columns: 80 }
  expect(read(event)).toEqual({ event: { type: 'terminal.screen', text: 'x', rows: 2, cols: 80 } })
})
