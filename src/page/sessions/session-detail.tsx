import type { LoggedEvent } from '../../sessions/store/session-store.ts'
import type { SessionReport } from '../../sessions/wire/wire-methods.ts'
import { postJson } from '../api/request.ts'
import { eventText } from '../state/event-text.ts'
import { actionsFor, type SessionAction } from '../state/session-board.ts'
import { MessageBox } from './message-box.tsx'
import { StatusMark } from './status-mark.tsx'
import { useTask } from './use-task.ts'

interface DetailProps {
  readonly report: SessionReport
  /** Newest first. */
  readonly recent: readonly LoggedEvent[]
  readonly onDone: () => Promise<void>
}

/** One session: its actions, a message box and its events. */
export function SessionDetail({ report, recent, onDone }: DetailProps) {
  const { id, handle } = report.identity
  const { isBusy, error, run } = useTask()
  const act = async (action: SessionAction): Promise<void> => {
    const answer = await postJson<unknown>(`/api/sessions/${encodeURIComponent(id)}/${action}`)
    if (action === 'snapshot') save(`${handle}.json`, answer)
    await onDone()
  }
  return (
    <section class="card detail" aria-label={`Session @${handle}`}>
      <h3>
        @{handle} <StatusMark status={report.status} />
      </h3>
      <div class="bar">
        {actionsFor(report).map((action) => (
          <button key={action} type="button" disabled={isBusy} onClick={() => run(() => act(action))}>
            {action}
          </button>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" class="error">
          {error}
        </p>
      )}
      <MessageBox report={report} moment={recent[0]?.cursor ?? 0} onSent={onDone} />
      <h4>Events</h4>
      {recent.length === 0 ? (
        <p class="quiet">No events since this page was opened.</p>
      ) : (
        <ol class="events" aria-live="polite" tabIndex={0} aria-label={`Events of @${handle}`}>
          {recent.map((entry) => (
            <li key={entry.cursor}>
              <time dateTime={new Date(entry.at).toISOString()}>
                {new Date(entry.at).toLocaleTimeString()}
              </time>
              <span>{eventText(entry.event)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Downloads data as a JSON file. */
function save(name: string, data: unknown): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(data, undefined, 2)], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
