import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { Delivery } from '../../sessions/delivery.ts'
import type { LoggedEvent } from '../../sessions/store/session-store.ts'
import type { SessionReport } from '../../sessions/wire/wire-methods.ts'
import { getJson, wordsOf } from '../api/request.ts'
import { emptyBoard, happened, needsReport, type SessionBoard, withReports } from '../state/session-board.ts'

export interface LiveSessions {
  readonly board: SessionBoard
  /** What could not be delivered, or is in doubt. */
  readonly undelivered: readonly Delivery[]
  readonly connection: 'connecting' | 'live' | 'lost'
  readonly error?: string | undefined
  /** Asks for everything again. */
  readonly refresh: () => Promise<void>
}

/** Reports that many events ask for are asked for once. */
const settleMs = 250
/** Until a connection that was refused is tried again. */
const retryMs = 3000

/**
 * The sessions as they are, kept current by what happens in them. Only while they are shown: a browser keeps few
 * connections to one place, and shares them among its tabs.
 */
export function useSessions(isShown: boolean): LiveSessions {
  const [board, setBoard] = useState(emptyBoard)
  const [undelivered, setUndelivered] = useState<readonly Delivery[]>([])
  const [connection, setConnection] = useState<LiveSessions['connection']>('connecting')
  const [error, setError] = useState<string>()

  const cursor = useRef<number | undefined>(undefined)

  const refresh = useCallback(async () => {
    try {
      const [reports, deliveries] = await Promise.all([
        getJson<SessionReport[]>('/api/sessions'),
        getJson<Delivery[]>('/api/deliveries?state=dead,in-doubt'),
      ])
      setBoard((before) => withReports(before, reports))
      setUndelivered(deliveries)
      setError(undefined)
    } catch (problem) {
      setError(wordsOf(problem))
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
        setConnection('live')
        // Whatever happened before the connection is in the reports.
        soon()
      })
      source.addEventListener('error', () => {
        setConnection('lost')
        // One that was refused is given up by the browser; asking says why.
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
        setBoard((before) => happened(before, entry))
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
