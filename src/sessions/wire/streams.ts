import { CapstanError } from '../../core/capstan-error.ts'
import { eventFilter } from './event-filter.ts'
import type { LineSocket } from './line-socket.ts'
import { findRecord } from './find-record.ts'
import type { MethodContext } from './methods.ts'
import type { EventsQuery, WireStreams } from './wire-methods.ts'

interface Streaming {
  params: object
  send: (item: unknown) => void
  lines: Pick<LineSocket, 'isFull' | 'isClosed' | 'drained'>
}

/** Log entries per read. */
const pageSize = 128

/** Streams open to sessions. */
export const sessionStreams: ReadonlySet<string> = new Set<keyof WireStreams>(['actions.watch'])

/** The stream handlers; each runs until it is canceled or fails. */
export const streams: {
  readonly [Name in keyof WireStreams]: (context: MethodContext, streaming: Streaming) => Promise<void>
} = {
  'actions.watch': async ({ sessions, signal }, { send }) => {
    const end = sessions.actions.onChange(() => send({}))
    await aborted(signal)
    end()
  },
  'events.watch': watchEvents,
}

/**
 * Reads the log from a cursor on. Nothing is buffered for a slow reader: the next page is read when the last one is
 * sent.
 */
async function watchEvents(
  { sessions, signal }: MethodContext,
  { params, send, lines }: Streaming,
): Promise<void> {
  const { session, types, after } = params as EventsQuery
  const id = session === undefined ? undefined : findRecord(sessions, session).identity.id
  const matches = eventFilter(types)
  let cursor = after ?? sessions.events.lastCursor
  let wake = Promise.withResolvers<void>()
  const end = sessions.events.on({ type: '*' }, () => wake.resolve())
  signal.addEventListener('abort', () => wake.resolve(), { once: true })
  try {
    while (!signal.aborted && !lines.isClosed) {
      wake = Promise.withResolvers<void>()
      const page = sessions.events.read({
        after: cursor,
        limit: pageSize,
        ...(id === undefined ? {} : { session: id }),
      })
      for (const entry of page) {
        cursor = entry.cursor
        if (matches(entry)) send(entry)
      }
      // Events of other sessions count as read: they may be deleted before the next one of this session.
      if (page.length < pageSize) cursor = Math.max(cursor, sessions.events.lastCursor)
      if (lines.isFull) await lines.drained()
      // Let other clients run between the pages of a long log.
      else if (page.length === pageSize) await new Promise((resolve) => setImmediate(resolve))
      else await wake.promise
    }
  } finally {
    end()
  }
  throw new CapstanError('ABORTED', 'The event stream was canceled')
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
