import { CapstanError } from '../../core/capstan-error.ts'
import { eventFilter } from './event-filter.ts'
import { findRecord } from './find-record.ts'
import { askSession } from './ask-session.ts'
import type { Streaming } from './streaming.ts'
import { hostedId, type MethodContext } from './methods.ts'
import type { HostedRegistration } from './remote/hosted-sessions.ts'
import type { EventsQuery, WireStreams } from './wire-methods.ts'

/** Log entries per read. */
const pageSize = 128

/** Streams open to sessions. */
export const sessionStreams: ReadonlySet<string> = new Set<keyof WireStreams>([
  'actions.watch',
  'session.host',
])

/** The stream handlers; each runs until it is canceled or fails. */
export const streams: {
  readonly [Name in keyof WireStreams]: (context: MethodContext, streaming: Streaming) => Promise<void>
} = {
  'actions.watch': async ({ sessions, remote, signal }, { send }) => {
    const ends = [sessions.actions.onChange(() => send({})), remote?.onChange(() => send({}))]
    await aborted(signal)
    for (const end of ends) end?.()
  },
  'events.watch': watchEvents,
  'session.ask': askSession,
  'session.host': async (context, { params, send }) => {
    const { sessions, signal, hosted } = context
    const registration = { ...(params as HostedRegistration), id: hostedId(context) }
    await hosted?.host(registration, { sessions, send, signal })
  },
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
