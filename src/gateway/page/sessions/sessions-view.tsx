import type { KnownAgent } from '../api/shapes.ts'
import { linkTo } from '../state/place.ts'
import { queueOf } from '../state/session-board.ts'
import { DeadLetters } from './dead-letters.tsx'
import { NewSession } from './new-session.tsx'
import { SessionDetail } from './session-detail.tsx'
import { StatusMark } from './status-mark.tsx'
import { useSessions } from './use-sessions.ts'

interface SessionsProps {
  readonly agents: readonly KnownAgent[]
  /** The session that the address names, by id. */
  readonly chosen: string | undefined
  readonly isShown: boolean
}

const connections = {
  connecting: '○ connecting',
  live: '● live',
  lost: '✕ connection lost, trying again',
} as const

/** All sessions as they live, and one of them closely. */
export function SessionsView({ agents, chosen, isShown }: SessionsProps) {
  const { board, undelivered, connection, error, refresh } = useSessions(isShown)
  const report = board.reports.find(({ identity }) => identity.id === chosen)
  const handles = new Map(board.reports.map(({ identity }) => [identity.id, `@${identity.handle}`]))
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">Sessions</h2>
      <p role="status">{connections[connection]}</p>
      {error !== undefined && (
        <p role="alert" class="error">
          {error}
        </p>
      )}
      <NewSession agents={agents} onOpened={refresh} />
      {board.reports.length === 0 ? (
        <p class="quiet">There is no session yet.</p>
      ) : (
        <div class="scroll">
          <table>
            <caption class="hidden">Sessions</caption>
            <thead>
              <tr>
                <th scope="col">Session</th>
                <th scope="col">Status</th>
                <th scope="col">Waiting</th>
                <th scope="col">Dead</th>
                <th scope="col">Unread</th>
              </tr>
            </thead>
            <tbody>
              {board.reports.map((one) => {
                const { id, handle, name } = one.identity
                const { waiting, dead, inDoubt } = queueOf(one)
                return (
                  <tr key={id} class={id === chosen ? 'chosen' : undefined}>
                    <th scope="row">
                      <a
                        href={linkTo({ view: 'sessions', subject: id })}
                        aria-current={id === chosen ? 'true' : undefined}
                      >
                        @{handle}
                      </a>{' '}
                      <span class="quiet">{name}</span>
                    </th>
                    <td>
                      <StatusMark status={one.status} />
                    </td>
                    <td>{waiting}</td>
                    <td>
                      {dead}
                      {inDoubt > 0 && `, ${inDoubt} in doubt`}
                    </td>
                    <td>{one.unread}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {report !== undefined && (
        <SessionDetail
          key={report.identity.id}
          report={report}
          recent={board.recent.get(report.identity.id) ?? []}
          onDone={refresh}
        />
      )}
      <DeadLetters deliveries={undelivered} nameOf={(id) => handles.get(id) ?? 'a person'} onDone={refresh} />
    </section>
  )
}
