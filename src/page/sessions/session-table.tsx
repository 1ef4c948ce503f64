import type { SessionReport } from '../../sessions/wire/wire-methods.ts'
import { linkTo } from '../state/place.ts'
import { queueOf } from '../state/sessions/session-board.ts'
import { StatusMark } from './status-mark.tsx'

interface TableProps {
  readonly reports: readonly SessionReport[]
  /** Id of the selected session. */
  readonly chosen: string | undefined
}

/** All sessions with their message counts. */
export function SessionTable({ reports, chosen }: TableProps) {
  return (
    <div class="scroll">
      <table class="sessions">
        <caption class="hidden">Sessions</caption>
        <thead>
          <tr>
            <th scope="col">Session</th>
            <th scope="col">Status</th>
            <th scope="col" class="count">
              Queued
            </th>
            <th scope="col" class="count">
              Undelivered
            </th>
            <th scope="col" class="count">
              Unread
            </th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => {
            const { id, handle, name } = report.identity
            const { waiting, dead, inDoubt } = queueOf(report)
            return (
              <tr key={id} class={id === chosen ? 'chosen' : undefined}>
                <th scope="row">
                  <a
                    href={linkTo({ view: 'sessions', subject: id })}
                    aria-current={id === chosen ? 'true' : undefined}
                  >
                    @{handle}
                  </a>{' '}
                  {name !== handle && <span class="quiet">{name}</span>}
                </th>
                <td>
                  <StatusMark status={report.status} />
                </td>
                <Count value={waiting} />
                <Count value={dead} more={inDoubt > 0 ? `, ${inDoubt} in doubt` : ''} />
                <Count value={report.unread} />
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Count({ value, more = '' }: { value: number; more?: string }) {
  return (
    <td class={value === 0 && more === '' ? 'count quiet' : 'count'}>
      {value}
      {more}
    </td>
  )
}
