import { describe, expect, it } from 'vitest'
import { readEvent } from './read-event.ts'

const now = 1000
const read = (event: unknown): unknown => readEvent(event, { now, sessionId: 'ses_bob' })
const at = new Date(5)
const message = { id: 'm' }
const ids = { messageId: 'm', deliveryId: 'd' }
const chunk = { id: 'c', at, role: 'agent', content: 'x', sequence: 3 }

/** Every documented type in its documented shape; the five status selectors have none. */
const documented = [
  { type: 'status.changed', status: 'failed', previousStatus: 'active', reason: 'x' },
  { type: 'tool.called', run: 'r', tool: 'ls', input: { a: 1 } },
  { type: 'tool.completed', tool: 'ls', output: 1, durationMs: 2 },
  { type: 'tool.failed', tool: 'ls', error: 'x', retryable: true },
  { type: 'tool.output', tool: 'ls', output: 'x' },
  { type: 'message.received', ...ids },
  { type: 'message.sent', messageId: 'm' },
  { type: 'delivery.accepted', ...ids },
  { type: 'delivery.delivered', ...ids },
  { type: 'delivery.deferred', ...ids, availableAt: '2026-11-01T00:00:00Z', reason: 'y' },
  { type: 'delivery.failed', ...ids, reason: 'y', retryable: false },
  { type: 'action.invoked', action: 'a', invocationId: 'i' },
  { type: 'action.completed', action: 'a', invocationId: 'i', durationMs: 1 },
  { type: 'action.failed', action: 'a', invocationId: 'i', error: 'x' },
  { type: 'action.denied', action: 'a', invocationId: 'i', reason: 'x' },
  { type: 'transcript.chunk', chunk },
  { type: 'file.changed', path: 'a', operation: 'update', diff: 'x' },
  { type: 'command.started', command: 'ls', cwd: '/' },
  { type: 'command.completed', command: 'ls', exitCode: 0 },
  { type: 'command.failed', command: 'ls', error: 'x', exitCode: 1 },
  { type: 'terminal.output', stream: 'stdout', text: 'x' },
  { type: 'terminal.screen', text: 'x', rows: 1, cols: 2 },
  { type: 'usage.updated', tokens: 1, costUsd: 2, metadata: { a: 1 } },
  { type: 'session.started', sessionId: 's' },
  { type: 'session.released', sessionId: 's', reason: 'x' },
  { type: 'session.resumed', sessionId: 's' },
  { type: 'session.forked', sessionId: 's', parentSessionId: 'p' },
  { type: 'log', level: 'warn', message: 'x' },
  { type: 'error', error: 'x', code: 'y', retryable: true },
]

describe('an event', () => {
  it.each(documented)('$type is accepted in its documented shape', (event) => {
    expect(read(event)).toEqual({ event })
  })

  it.each(['idle', 'active', 'blocked', 'waiting', 'offline'])(
    'status.%s becomes a status change',
    (status) => {
      expect(read({ type: `status.${status}`, reason: 'x' })).toEqual({
        event: { type: 'status.changed', status, reason: 'x' },
      })
    },
  )

  it.each([
    [
      { type: 'message.received', message },
      { type: 'message.received', messageId: 'm' },
    ],
    [
      { type: 'message.sent', message },
      { type: 'message.sent', messageId: 'm' },
    ],
    [
      { type: 'tool.output', output: { a: 1 } },
      { type: 'tool.output', tool: '', output: '{"a":1}' },
    ],
    [
      { type: 'command.completed', exitCode: 0 },
      { type: 'command.completed', command: '', exitCode: 0 },
    ],
    [
      { type: 'command.failed', error: 'x' },
      { type: 'command.failed', command: '', error: 'x' },
    ],
    [
      { type: 'terminal.screen', text: 'x', columns: 80 },
      { type: 'terminal.screen', text: 'x', cols: 80 },
    ],
    [
      { type: 'usage.updated', usage: { tokens: 3 } },
      { type: 'usage.updated', metadata: { tokens: 3 } },
    ],
    [
      { type: 'log', message: 'x' },
      { type: 'log', level: 'info', message: 'x' },
    ],
    [{ type: 'session.released' }, { type: 'session.released', sessionId: 'ses_bob' }],
    [
      { type: 'transcript.chunk', chunk: { id: 'c', role: 'agent', content: 'x' } },
      {
        type: 'transcript.chunk',
        chunk: { id: 'c', role: 'agent', content: 'x', sequence: 0, at: new Date(now) },
      },
    ],
    [
      { type: 'transcript.chunk', chunk: { ...chunk, at: 'not a date' } },
      { type: 'transcript.chunk', chunk: { ...chunk, at: new Date(now) } },
    ],
  ])('%j of the published package becomes %j', (published, event) => {
    expect(read(published)).toEqual({ event })
  })

  it.each([
    [undefined, 'an event must be an object'],
    [[], 'an event must be an object'],
    [{ type: 'tool.exploded' }, 'unknown event type "tool.exploded"'],
    [{}, 'unknown event type undefined'],
    [{ type: 'tool.called' }, 'tool.called needs tool as text'],
    [{ type: 'tool.failed', tool: 1 }, 'tool.failed needs tool and error as text'],
    [{ type: 'status.changed', status: 'happy' }, 'unknown status "happy"'],
    [{ type: 'status.changed' }, 'unknown status undefined'],
    [{ type: 'transcript.chunk', chunk: 'x' }, 'transcript.chunk needs a chunk with content'],
    [{ type: 'message.sent', message: { id: 1 } }, 'message.sent needs messageId as text'],
  ])('%j is rejected', (event, fault) => {
    expect(read(event)).toEqual({ fault })
  })

  it('with a function is rejected', () => {
    expect(read({ type: 'log', message: 'x', callback: () => 1 })).toEqual({
      fault: 'log cannot be copied: () => 1 could not be cloned.',
    })
  })

  it('is copied', () => {
    const event = { type: 'tool.called', tool: 'ls', input: { a: 1 } }
    const reading = read(event)
    event.input.a = 2
    expect(reading).toEqual({ event: { type: 'tool.called', tool: 'ls', input: { a: 1 } } })
  })
})
