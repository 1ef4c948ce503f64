import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Delivery } from '../../sessions/delivery.ts'
import type { LoggedEvent } from '../../sessions/store/session-store.ts'
import type { SessionReport } from '../../sessions/wire/wire-methods.ts'
import { getJson, errorText } from '../api/request.ts'
import {
  emptyBoard,
  needsReport,
  type SessionBoard,
  withEvent,
  withReports,
} from '../state/sessions/session-board.ts'

export interface SessionsState {
  readonly board: SessionBoard
  /** Deliveries that are dead or in doubt. */
  readonly undelivered: readonly Delivery[]
  readonly connection: 'connecting' | 'connected' | 'lost'
  readonly error?: string | undefined
  /** Reloads everything. */
  readonly refresh: () => Promise<void>
}

/** Several events within this time cause one reload. */
const settleMs = 250
/** Delay before a refused connection is retried. */
const retryMs = 3000

/**
 * The sessions, kept current by their event stream. It is open only while the view is shown: browsers limit the
 * connections to an origin across all tabs.
 */
export function useSessions(isShown: boolean): SessionsState {
  const [board, setBoard] = useState(emptyBoard)
  const [undelivered, setUndelivered] = useState<readonly Delivery[]>([])
  const [connection, setConnection] = useState<SessionsState['connection']>('connecting')
  const [error, setError] = useState<string>()

  const cursor = useRef<number | undefined>(undefined)

  const refresh = useCallback(async () => {
    try {
      const [reports, deliveries] = await Promise.all([
        getJson<SessionReport[]>('/api/sessions'),
        getJson<Delivery[]>('/api/deliveries?state=dead,in-doubt'),
      ])
      setBoard(withReports(reports))
      setUndelivered(deliveries)
      setError(undefined)
    } catch (problem) {
      setError(errorText(problem))
    }
  }, [])

  useEffect(() => {
    if (!isShown) return undefined
    let source: EventSource | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        void refresh()
      }, settleMs)
    }
    const open = (): void => {
      const { current } = cursor
      source = new EventSource(current === undefined ? '/api/events' : `/api/events?after=${current}`)
      source.addEventListener('open', () => {
        setConnection('connected')
        // The reports include everything from before the connection.
        soon()
      })
      source.addEventListener('error', () => {
        setConnection('lost')
        // The browser does not retry a refused connection; a reload shows the reason.
        if (source?.readyState !== EventSource.CLOSED) return
        soon()
        clearTimeout(retry)
        retry = setTimeout(open, retryMs)
      })
      source.addEventListener('reset', () => {
        cursor.current = undefined
        setBoard(emptyBoard)
        soon()
      })
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const entry = JSON.parse(data) as LoggedEvent
        cursor.current = entry.cursor
        setBoard((before) => withEvent(before, entry))
        if (needsReport(entry)) soon()
      })
    }
    open()
    return () => {
      clearTimeout(timer)
      clearTimeout(retry)
      source?.close()
    }
  }, [isShown, refresh])
  return { board, undelivered, connection, error, refresh }
}
