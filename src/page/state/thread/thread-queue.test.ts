import { describe, expect, it } from 'vitest'
import type { AgUiEvent } from '../../../gateway/ag-ui/events.ts'
import type { UserEntry } from './thread-entry.ts'
import {
  applyRunEvent,
  type RunStream,
  withMessageFailed,
  withMessageWaiting,
  withoutQueued,
  withQueue,
  withQueuedText,
} from './thread-queue.ts'
import { emptyThread, type ThreadView, withTurnStarted } from './thread-view.ts'

const names = { threadId: 't', runId: 'r2' }
const first: UserEntry = { kind: 'user', id: 'u1', text: 'one', parts: [] }
const second: UserEntry = { kind: 'user', id: 'u2', text: 'two', parts: [] }
const running = withTurnStarted(emptyThread, first)
const waiting = withMessageWaiting(running, second)
const custom = (name: string): AgUiEvent => ({
  type: 'CUSTOM',
  name: `capstan.message.${name}`,
  value: { messageId: 'u2' },
})

function after(events: readonly AgUiEvent[], thread: ThreadView = waiting, isWaiting = true) {
  const stream: RunStream = { isWaiting, messageId: 'u2' }
  return events.reduce(applyRunEvent, { thread, stream })
}

describe('a message into a running turn', () => {
  it('waits outside of the log until its turn begins', () => {
    const { thread, stream } = after([{ type: 'RUN_STARTED', ...names }, custom('queued')])
    expect(thread).toEqual({ ...running, queue: [{ id: 'u2', text: 'two', parts: [], status: 'queued' }] })
    expect(stream).toEqual({ isWaiting: true, messageId: 'u2' })
    const idle: ThreadView = { ...thread, status: 'idle' }
    const sent = after(
      [custom('sent'), { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' }],
      idle,
    )
    expect(sent.thread.entries.map(({ id }) => id)).toEqual(['u1', 'u2', 'm'])
    expect([sent.thread.status, sent.thread.queue]).toEqual(['running', []])
    expect(after([{ type: 'RUN_FINISHED', ...names }], sent.thread, false).thread.status).toBe('idle')
  })

  it('goes to the log with its turn if the turn before ended just before the gateway got it', () => {
    const idle: ThreadView = { ...waiting, status: 'idle' }
    const begun = after(
      [
        { type: 'RUN_STARTED', ...names },
        { type: 'STATE_SNAPSHOT', snapshot: {} },
        { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      ],
      idle,
    )
    expect(begun.thread.entries.map(({ id }) => id)).toEqual(['u1', 'u2', 'm'])
    expect([begun.thread.status, begun.thread.queue, begun.stream.isWaiting]).toEqual(['running', [], false])
    expect(after([{ type: 'RUN_FINISHED', ...names }], begun.thread, false).thread.status).toBe('idle')
    // The run was stopped before the gateway said what became of the message.
    expect(after([{ type: 'RUN_FINISHED', ...names }]).thread).toEqual({
      ...running,
      entries: [first, second],
    })
  })

  it('goes to the log at once if the agent is steered, and the turn continues', () => {
    const { thread, stream } = after([custom('steered'), { type: 'RUN_FINISHED', ...names }])
    expect(thread).toEqual({ ...running, entries: [first, { ...second, isSteered: true }] })
    expect(stream).toEqual({ isWaiting: true, isSteered: true, messageId: 'u2' })
  })

  it('leaves the queue when somebody removed it', () => {
    expect(after([custom('queued'), custom('removed'), { type: 'RUN_FINISHED', ...names }]).thread).toEqual(
      running,
    )
  })

  it('that fails leaves the running turn alone', () => {
    const { thread } = after([{ type: 'RUN_ERROR', message: 'too many runs', code: 'too_many_runs' }])
    expect(thread).toEqual({
      ...running,
      entries: [first, second, { kind: 'notice', id: 'error:1', text: 'too many runs', isError: true }],
    })
    expect(withMessageFailed(waiting, 'u2', { id: 'e', message: 'offline' })).toEqual({
      ...running,
      entries: [first, second, { kind: 'notice', id: 'e', text: 'offline', isError: true }],
    })
  })

  it('moves from the log to the queue if another client runs the thread', () => {
    const said = withTurnStarted(emptyThread, second)
    const { thread, stream } = after([custom('queued')], said, false)
    expect([thread.entries, thread.queue.map(({ id }) => id), stream]).toEqual([
      [],
      ['u2'],
      { isWaiting: true, messageId: 'u2' },
    ])
  })

  it('can be edited and removed while it waits', () => {
    expect(withQueuedText(waiting, 'u2', 'three').queue[0]?.text).toBe('three')
    expect(withoutQueued(waiting, 'u2').queue).toEqual([])
    expect(withQueue(running, [{ id: 'q', text: 'later' }]).queue).toEqual([
      { id: 'q', text: 'later', parts: [], status: 'queued' },
    ])
  })
})
