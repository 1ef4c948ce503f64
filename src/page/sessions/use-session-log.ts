import { useEffect, useState } from 'preact/hooks'
import type { InboxItem } from '../../sessions/participant.ts'
import type { LoggedEvent } from '../../sessions/store/session-store.ts'
import { getJson } from '../api/request.ts'

/** Events on the page at most; older ones are dropped. */
const mostEvents = 2000

export interface SessionLog {
  /** Oldest first. */
  readonly log: readonly LoggedEvent[]
  readonly inbox: readonly InboxItem[]
}

/**
 * All events of a session from its beginning and the messages to it. A session that is not running has no inbox; its
 * transcript has the messages. No event of the session reports a message that was queued for it; `queued` does.
 */
export function useSessionLog(
  session: string,
  { isShown, isRunning, queued }: { isShown: boolean; isRunning: boolean; queued: number },
): SessionLog {
  const [log, setLog] = useState<readonly LoggedEvent[]>([])
  const [inbox, setInbox] = useState<readonly InboxItem[]>([])
  const name = encodeURIComponent(session)
  useEffect(() => {
    if (!isShown) return undefined
    const source = new EventSource(`/api/events?after=0&session=${name}`)
    source.addEventListener('reset', () => setLog([]))
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const entry = JSON.parse(data) as LoggedEvent
      // A reconnect repeats events.
      setLog((before) =>
        (before.at(-1)?.cursor ?? 0) >= entry.cursor ? before : [...before, entry].slice(-mostEvents),
      )
    })
    return () => {
      source.close()
      setLog([])
    }
  }, [name, isShown])
  const deliveries = log.filter(({ event }) => /^(delivery|message)\./.test(event.type)).length
  useEffect(() => {
    if (!isShown || !isRunning) return undefined
    const leaving = new AbortController()
    getJson<InboxItem[]>(`/api/sessions/${name}/inbox`, leaving.signal)
      .then(setInbox)
      // The next event of the session reloads.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [name, isShown, isRunning, queued, deliveries])
  return { log, inbox }
}
