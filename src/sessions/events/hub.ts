import { CapstanError } from '../../core/capstan-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { EventHub, EventSelector, WaitOptions } from '../event-hub.ts'
import type { EventQuery, LoggedEvent, SessionStore } from '../store/session-store.ts'
import { requireCursor } from './cursor-expired.ts'
import type { EventLog } from './event-log.ts'
import { matcherOf, type SelectorContext } from './event-selector.ts'

export interface EventHubOptions {
  log: EventLog
  store: SessionStore
  clock: Clock
  participants: SelectorContext
}

const page = 1000
const defaultTimeout = 60_000

export function createEventHub({ log, store, clock, participants }: EventHubOptions): EventHub {
  const on: EventHub['on'] = (selector, handler) => {
    const matches = matcherOf(selector, participants)
    return log.subscribe((entry) => {
      if (matches(entry)) handler(entry)
    })
  }

  const earlier = (matches: (entry: LoggedEvent) => boolean, since: number): LoggedEvent | undefined => {
    requireCursor(since, () => store.firstCursor())
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
    const matches = matcherOf(selector, participants)
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
    read: (query: EventQuery = {}) => {
      requireCursor(query.after, () => store.firstCursor())
      return store.events(
        query.session === undefined ? query : { ...query, session: participants.idOf(query.session) },
      )
    },
    get lastCursor() {
      return log.lastCursor
    },
    get firstCursor() {
      return store.firstCursor()
    },
  }
}

function timeoutError({ type, session }: EventSelector, timeout: number): CapstanError {
  const whose = session === undefined ? '' : ` from ${session}`
  return new CapstanError('WAIT_TIMEOUT', `No ${type}${whose} within ${timeout} ms`, {
    hint: 'Raise `timeout`, or set `since` to a cursor from before the event.',
  })
}
