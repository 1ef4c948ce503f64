import { useMemo } from 'preact/hooks'
import type { SessionReport } from '../../sessions/wire/wire-methods.ts'
import { postJson } from '../api/request.ts'
import { useFollowing } from '../chat/use-following.ts'
import { eventText } from '../state/sessions/event-text.ts'
import { linkTo } from '../state/place.ts'
import {
  actionsFor,
  chatOf,
  isFrequent,
  queueOf,
  type SessionAction,
  waitReason,
} from '../state/sessions/session-board.ts'
import { talkOf } from '../state/sessions/session-talk.ts'
import { MessageBox } from './message-box.tsx'
import { StatusMark } from './status-mark.tsx'
import { TalkView } from './talk-view.tsx'
import { useSessionLog } from './use-session-log.ts'
import { useTask } from './use-task.ts'

interface DetailProps {
  readonly report: SessionReport
  readonly isShown: boolean
  readonly onDone: () => Promise<void>
}

/** One session: its conversation, a message box, its actions, and the event log behind them. */
export function SessionDetail({ report, isShown, onDone }: DetailProps) {
  const { id, handle } = report.identity
  const { isBusy, error, run } = useTask()
  const { log, inbox } = useSessionLog(id, {
    isShown,
    isRunning: report.capabilities !== undefined,
    queued: queueOf(report).waiting,
  })
  const entries = useMemo(() => talkOf(log, inbox), [log, inbox])
  const talk = useFollowing(entries)
  const moment = log.at(-1)?.cursor ?? 0
  const chat = chatOf(report)
  const reason = waitReason(report)
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
        {chat !== undefined && (
          <a class="button small" href={linkTo(chat)}>
            open the chat
          </a>
        )}
        {actionsFor(report).map((action) => (
          <button
            key={action}
            type="button"
            class="small"
            disabled={isBusy}
            onClick={() => run(() => act(action))}
          >
            {action}
          </button>
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" class="error">
          {error}
        </p>
      )}
      <div ref={talk} class="talk" role="log" tabIndex={0} aria-label={`Conversation with @${handle}`}>
        {entries.length === 0 ? (
          <p class="quiet">No messages yet.</p>
        ) : (
          <TalkView entries={entries} moment={moment} />
        )}
      </div>
      {reason !== undefined && (
        <p role="status" class="quiet">
          {reason}
        </p>
      )}
      <MessageBox report={report} onSent={onDone} />
      <details class="event-log">
        <summary>Event log</summary>
        <ol class="events" tabIndex={0} aria-label={`Events of @${handle}`}>
          {log
            .filter(({ event }) => !isFrequent(event))
            .toReversed()
            .map((entry) => (
              <li key={entry.cursor}>
                <time dateTime={new Date(entry.at).toISOString()}>
                  {new Date(entry.at).toLocaleTimeString()}
                </time>
                <span>{eventText(entry.event)}</span>
              </li>
            ))}
        </ol>
      </details>
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
