import type { KnownAgent } from '../api/shapes.ts'
import { DeadLetters } from './dead-letters.tsx'
import { NewSession } from './new-session.tsx'
import { SessionDetail } from './session-detail.tsx'
import { SessionTable } from './session-table.tsx'
import { useSessions } from './use-sessions.ts'

interface SessionsProps {
  readonly agents: readonly KnownAgent[]
  /** Id of the session in the URL. */
  readonly chosen: string | undefined
  readonly isShown: boolean
}

const connections = {
  connecting: 'connecting',
  connected: 'connected',
  lost: 'connection lost, reconnecting',
} as const

/** All sessions, and the details of the selected one. */
export function SessionsView({ agents, chosen, isShown }: SessionsProps) {
  const { board, undelivered, connection, error, refresh } = useSessions(isShown)
  const report = board.reports.find(({ identity }) => identity.id === chosen)
  const handles = new Map(board.reports.map(({ identity }) => [identity.id, `@${identity.handle}`]))
  return (
    <section aria-labelledby="sessions-title">
      <div class="title-bar">
        <h2 id="sessions-title">Sessions</h2>
        <p role="status" class={`connection dot ${connection}`}>
          {connections[connection]}
        </p>
      </div>
      {error !== undefined && (
        <p role="alert" class="error">
          {error}
        </p>
      )}
      <NewSession agents={agents} onOpened={refresh} />
      <div class={report === undefined ? 'board' : 'board with-detail'}>
        <div>
          {board.reports.length === 0 ? (
            <p class="empty">
              No sessions yet. Open one to exchange messages with it, also from other agents.
            </p>
          ) : (
            <SessionTable reports={board.reports} chosen={chosen} />
          )}
          <DeadLetters
            deliveries={undelivered}
            nameOf={(id) => handles.get(id) ?? 'a person'}
            onDone={refresh}
          />
        </div>
        {report !== undefined && (
          <SessionDetail key={report.identity.id} report={report} isShown={isShown} onDone={refresh} />
        )}
      </div>
    </section>
  )
}
