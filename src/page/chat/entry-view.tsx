import { Icon } from '../icon.tsx'
import { SetupAction } from '../setup/setup-action.tsx'
import { showDirectionMarks } from '../state/show-direction-marks.ts'
import type { ThreadEntry, UserEntry } from '../state/thread/thread-entry.ts'
import type { AgentWork } from './work/agent-work.lazy.ts'
import { MessageActions } from './message-actions.tsx'
import { MarkdownView } from './markdown-view.tsx'

interface EntryProps {
  readonly entry: ThreadEntry
  readonly showsReasoning: boolean
  /** Whether the open question about this entry shows its changes; undefined without a question. */
  readonly asked: boolean | undefined
  /** The views of tool calls and activities, once they are loaded. */
  readonly work: AgentWork | undefined
  /** Copies a message of the user into the message box. */
  readonly onEdit: (said: UserEntry) => void
  /** Sends a message of the user again; undefined while that is not possible. */
  readonly onRetry: ((said: UserEntry) => void) | undefined
}

export function EntryView({ entry, showsReasoning, asked, work, onEdit, onRetry }: EntryProps) {
  switch (entry.kind) {
    case 'user':
      return (
        <div class="entry user">
          <article class="bubble" aria-label="You">
            {entry.text !== '' && <p class="said">{entry.text}</p>}
            {entry.parts.map(({ filename, source: { mimeType, value } }, index) =>
              mimeType.startsWith('image/') ? (
                <img key={index} src={`data:${mimeType};base64,${value}`} alt={filename} />
              ) : (
                <p key={index} class="quiet">
                  <Icon name="file" /> {filename}
                </p>
              ),
            )}
          </article>
          {entry.isSteered && <p class="steered">Sent into the running turn</p>}
          <MessageActions
            text={entry.text}
            onEdit={() => onEdit(entry)}
            onRetry={onRetry && (() => onRetry(entry))}
          />
        </div>
      )
    case 'text':
      return entry.text === '' ? null : (
        <div class="entry reply">
          <article aria-label="Agent">
            <MarkdownView text={entry.text} />
          </article>
          {!entry.isOpen && <MessageActions text={entry.text} />}
        </div>
      )
    case 'reasoning':
      return !showsReasoning || entry.text === '' ? null : (
        <details class="entry reasoning" open={entry.isOpen}>
          <summary>{entry.isOpen ? 'Thinking…' : 'Thoughts'}</summary>
          <MarkdownView text={entry.text} />
        </details>
      )
    case 'tool':
      return work === undefined ? null : <work.ToolView entry={entry} asked={asked} />
    case 'activity':
      return work === undefined ? null : <work.ActivityView entry={entry} />
    case 'subagent':
      return (
        <p class={`entry subagent ${entry.status}`}>
          <Icon name="branch" /> {showDirectionMarks(entry.name)} is {entry.status}
          {entry.description !== undefined && `: ${showDirectionMarks(entry.description)}`}
          {entry.error !== undefined && ` (${showDirectionMarks(entry.error)})`}
        </p>
      )
    case 'notice':
      return (
        <p
          class={entry.isError ? 'entry notice error' : 'entry notice'}
          role={entry.isError ? 'alert' : 'status'}
        >
          {entry.isError && <Icon name="alert" />}
          <span class="notice-text">
            {showDirectionMarks(entry.text)}
            {entry.hint !== undefined && <span class="hint">{showDirectionMarks(entry.hint)}</span>}
          </span>
          {entry.action !== undefined && <SetupAction {...entry.action} />}
        </p>
      )
  }
}
