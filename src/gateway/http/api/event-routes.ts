import { ValidationError } from '../../../core/validation-error.ts'
import { eventFilter } from '../../../sessions/wire/event-filter.ts'
import { findRecord } from '../../../sessions/wire/find-record.ts'
import { logStream } from '../log-stream.ts'
import type { ApiParts } from './api-parts.ts'
import { type ApiRoute, count, listOf, named, shortText } from './route.ts'

const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
}

/** The event stream of the sessions. */
export function eventRoutes({ sessions: { sessions }, closing }: ApiParts): ApiRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/events',
      summary:
        'Stream session events as server-sent events. The id of an event is its cursor; resume from it with after or ' +
        'Last-Event-ID. The event reset means that the log was replaced or no longer holds the cursor; the stream then ' +
        'starts at the oldest event',
      query: { after: count, session: shortText, type: listOf(shortText) },
      answer: named('LoggedEvent'),
      isStream: true,
      run: ({ query, headers: sent }) => {
        const { after, session, type } = query as { after?: number; session?: string; type?: string[] }
        const matches = eventFilter(type)
        const id = session === undefined ? undefined : findRecord(sessions, session).identity.id
        const body = logStream({
          events: sessions.events,
          // A reconnecting browser sends Last-Event-ID with its original URL.
          after: lastEventId(sent) ?? after,
          session: id,
          matches,
          closing,
        })
        return new Response(body, { headers })
      },
    },
  ]
}

function lastEventId(sent: Headers): number | undefined {
  const given = sent.get('last-event-id')
  if (given === null || given === '') return undefined
  if (/^\d{1,15}$/.test(given)) return Number(given)
  throw new ValidationError(`Last-Event-ID ${JSON.stringify(given)} is not an event id`)
}
