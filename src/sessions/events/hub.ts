import { sessionEventTypes } from '../../capabilities/ecosystems/relay/types.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { Clock } from '../../core/clock.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { EventHub, EventSelector, WaitOptions } from '../event-hub.ts'
import type { EventQuery, LoggedEvent, SessionStore } from '../store/session-store.ts'
import type { EventLog } from './event-log.ts'
import { statusSelectors } from './reported-event.ts'

export interface EventHubOptions {
  log: EventLog
  store: SessionStore
  clock: Clock
  /** Resolves an id or `@handle`. @throws CapstanError if it is unknown. */
  idOf: (reference: string) => string
  /** @throws CapabilityError if the participant emits none of these types. */
  requireEvents: (id: string, types: readonly string[]) => void
}

const page = 1000
const defaultTimeout = 60_000

export function createEventHub({ log, store, clock, idOf, requireEvents }: EventHubOptions): EventHub {
  const matcherOf = ({ type, session, where }: EventSelector): ((entry: LoggedEvent) => boolean) => {
    const types = typesOf(type)
    const id = session === undefined ? undefined : idOf(session)
    if (id !== undefined && type !== '*') requireEvents(id, types)
    const status = statusSelectors[type]
    return (entry) =>
      (id === undefined || entry.session === id) &&
      (status === undefined
        ? types.includes(entry.event.type)
        : entry.event.type === 'status.changed' && entry.event.status === status) &&
      (where === undefined || where(entry))
  }

  const on: EventHub['on'] = (selector, handler) => {
    const matches = matcherOf(selector)
    return log.subscribe((entry) => {
      if (matches(entry)) handler(entry)
    })
  }

  const earlier = (matches: (entry: LoggedEvent) => boolean, since: number): LoggedEvent | undefined => {
    for (let after = since; ;) {
      const entries = store.events({ after, limit: page })
      const found = entries.find(matches)
      const last = entries.at(-1)
      if (found !== undefined || last === undefined) return found
      after = last.cursor
    }
  }

  const waitFor = async (selector: EventSelector, options: WaitOptions = {}): Promise<LoggedEvent> => {
    const { timeout = defaultTimeout, since, signal } = options
    signal?.throwIfAborted()
    const matches = matcherOf(selector)
    // Stored and future events join without a gap: no event can occur between the read and the subscription.
    const found = since === undefined ? undefined : earlier(matches, since)
    if (found !== undefined) return found
    const over = new AbortController()
    const { promise, resolve, reject } = Promise.withResolvers<LoggedEvent>()
    const end = log.subscribe((entry) => {
      try {
        if (matches(entry)) resolve(entry)
      } catch (error) {
        reject(error)
      }
    })
    const aborted = (): void => reject(signal?.reason)
    signal?.addEventListener('abort', aborted, { once: true })
    clock.sleep(timeout, over.signal).then(
      () => reject(timeoutError(selector, timeout)),
      // Aborted when the wait ends first.
      () => {},
    )
    try {
      return await promise
    } finally {
      end()
      over.abort()
      signal?.removeEventListener('abort', aborted)
    }
  }

  return {
    on,
    once: (selector, handler) => {
      const end = on(selector, (entry) => {
        end()
        handler(entry)
      })
      return end
    },
    waitFor,
    read: (query: EventQuery = {}) =>
      store.events(query.session === undefined ? query : { ...query, session: idOf(query.session) }),
    get lastCursor() {
      return log.lastCursor
    },
    get firstCursor() {
      return store.firstCursor()
    },
  }
}

/** The types that a selector matches. @throws ValidationError if there are none. */
function typesOf(type: string): readonly string[] {
  if (type === '*') return sessionEventTypes
  const types = sessionEventTypes.filter((known) =>
    type.endsWith('.*') ? known.startsWith(type.slice(0, -1)) : known === type,
  )
  if (types.length > 0) return types
  const message = `must be a known type, a family such as "delivery.*", or "*", not ${JSON.stringify(type)}`
  throw new ValidationError(`The event type ${message}`, [{ path: ['type'], message }], {
    hint: didYouMean(type, sessionEventTypes, 'Use a type of Relay’s session events.'),
  })
}

function timeoutError({ type, session }: EventSelector, timeout: number): CapstanError {
  const whose = session === undefined ? '' : ` from ${session}`
  return new CapstanError('WAIT_TIMEOUT', `No ${type}${whose} within ${timeout} ms`, {
    hint: 'Raise `timeout`, or set `since` to a cursor from before the event.',
  })
}
