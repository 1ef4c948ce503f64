import type { Retention } from '../retention.ts'
import type { LoggedEvent, SessionStore } from '../session-store.ts'
import { readStoredEvent, storableEvent } from '../storable-event.ts'
import { encode } from '../body.ts'
import { Conditions } from './conditions.ts'
import type { Connection } from './connection.ts'

interface EventRow {
  cursor: number
  at: number
  session: string
  body: string
}

/** The event log. */
export function eventRecords(
  connection: Connection,
  retention: Retention,
): Pick<SessionStore, 'appendEvent' | 'events' | 'lastCursor' | 'firstCursor'> {
  const insert = 'INSERT INTO events (at, session, type, body) VALUES (?, ?, ?, ?)'
  return {
    appendEvent: ({ at, session, event: given }) => {
      const event = storableEvent(given)
      const cursor = connection.insert(insert, at, session, event.type, encode(event))
      const oldest = retention(cursor)
      // The newest event always stays, so that cursors keep increasing.
      if (oldest !== undefined) connection.run('DELETE FROM events WHERE cursor <= ?', oldest)
      return { cursor, at, session, event }
    },
    events: ({ after, session, types, limit } = {}) => {
      const conditions = new Conditions()
        .add('cursor > ?', after)
        .add('session = ?', session)
        .oneOf('type', types)
      const clause = conditions.ordered('cursor', limit)
      return connection
        .all(`SELECT cursor, at, session, body FROM events${clause}`, ...conditions.values)
        .map(eventOf)
    },
    lastCursor: () => Number(connection.value('SELECT max(cursor) FROM events') ?? 0),
    firstCursor: () => Number(connection.value('SELECT min(cursor) FROM events') ?? 1),
  }
}

function eventOf(row: unknown): LoggedEvent {
  const { cursor, at, session, body } = row as EventRow
  return { cursor, at, session, event: readStoredEvent(body) }
}
