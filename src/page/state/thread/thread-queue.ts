import { isRecord } from '../../../core/is-record.ts'
import type { AgUiEvent } from '../../../gateway/ag-ui/events.ts'
import type { QueuedMessage, UserEntry } from './thread-entry.ts'
import { applyEvent, type ThreadView, withFailure } from './thread-view.ts'

/** The stream of one run. */
export interface RunStream {
  /** The run brought a message into a running turn: until its turn begins, its events are about the message only. */
  readonly isWaiting: boolean
  /** The message of the run; undefined for an answer or a reconnect. */
  readonly messageId?: string | undefined
  /** The agent got the message in a turn of another run. */
  readonly isSteered?: boolean
}

interface Followed {
  readonly thread: ThreadView
  readonly stream: RunStream
}

/** The thread after the user sent a message during a turn. */
export function withMessageWaiting(thread: ThreadView, { id, text, parts }: UserEntry): ThreadView {
  return { ...thread, queue: [...thread.queue, { id, text, parts, status: 'sending' }] }
}

/** The thread with the queue that the gateway reported. */
export function withQueue(
  thread: ThreadView,
  queue: readonly Pick<QueuedMessage, 'id' | 'text'>[],
): ThreadView {
  return { ...thread, queue: queue.map(({ id, text }) => ({ id, text, parts: [], status: 'queued' })) }
}

export function withQueuedText(thread: ThreadView, id: string, text: string): ThreadView {
  return { ...thread, queue: thread.queue.map((one) => (one.id === id ? { ...one, text } : one)) }
}

export function withoutQueued(thread: ThreadView, id: string): ThreadView {
  return { ...thread, queue: thread.queue.filter((one) => one.id !== id) }
}

/** Applies an event of a run to its thread. */
export function applyRunEvent({ thread, stream }: Followed, event: AgUiEvent): Followed {
  const id = messageOf(event)
  if (id !== undefined && event.type === 'CUSTOM') {
    switch (event.name) {
      case 'capstan.message.queued':
        return { thread: queued(thread, id), stream: { ...stream, isWaiting: true } }
      case 'capstan.message.steered':
        return {
          thread: said(thread, id, { isSteered: true }),
          stream: { ...stream, isWaiting: true, isSteered: true },
        }
      case 'capstan.message.sent':
        return { thread: { ...said(thread, id), status: 'running' }, stream: { ...stream, isWaiting: false } }
      case 'capstan.message.removed':
        return { thread: withoutQueued(thread, id), stream }
    }
  }
  if (!stream.isWaiting) return { thread: applyEvent(thread, event), stream }
  if (event.type === 'STATE_SNAPSHOT' || event.type === 'STATE_DELTA') {
    return { thread: applyEvent(thread, event), stream }
  }
  const isSending = thread.queue.some((one) => one.id === stream.messageId && one.status === 'sending')
  if (isSending && event.type === 'RUN_FINISHED')
    return { thread: said(thread, stream.messageId ?? ''), stream }
  if (isSending && event.type !== 'RUN_STARTED' && event.type !== 'RUN_ERROR') {
    // The turn before ended just before the gateway got the message, so this is the message's own turn.
    const begun: ThreadView = { ...said(thread, stream.messageId ?? ''), status: 'running' }
    return { thread: applyEvent(begun, event), stream: { ...stream, isWaiting: false } }
  }
  if (event.type !== 'RUN_ERROR') return { thread, stream }
  // The turn in progress is not this run's: it continues.
  const problem = { id: `error:${thread.entries.length}`, message: event.message }
  return { thread: withMessageFailed(thread, stream.messageId ?? '', problem), stream }
}

/** Puts a message whose run failed before its turn into the log, so that it can be sent again. */
export function withMessageFailed(
  thread: ThreadView,
  id: string,
  problem: { id: string; message: string },
): ThreadView {
  return { ...withFailure(said(thread, id), problem), status: thread.status }
}

/** Moves a message from the queue to the log. */
function said(thread: ThreadView, id: string, fields: Pick<UserEntry, 'isSteered'> = {}): ThreadView {
  const message = thread.queue.find((one) => one.id === id)
  if (message === undefined) return thread
  const { text, parts } = message
  return {
    ...withoutQueued(thread, id),
    entries: [...thread.entries, { kind: 'user', id, text, parts, ...fields }],
  }
}

/** Marks a message as queued; one that was already in the log moves to the queue. */
function queued(thread: ThreadView, id: string): ThreadView {
  const entry = thread.entries.find((one) => one.kind === 'user' && one.id === id)
  if (entry?.kind !== 'user') {
    const queue = thread.queue.map((one) => (one.id === id ? { ...one, status: 'queued' as const } : one))
    return { ...thread, queue }
  }
  const { text, parts } = entry
  return {
    ...thread,
    entries: thread.entries.filter((one) => one !== entry),
    queue: [...thread.queue, { id, text, parts, status: 'queued' }],
  }
}

function messageOf(event: AgUiEvent): string | undefined {
  if (event.type !== 'CUSTOM' || !isRecord(event.value)) return undefined
  const { messageId } = event.value
  return typeof messageId === 'string' ? messageId : undefined
}
