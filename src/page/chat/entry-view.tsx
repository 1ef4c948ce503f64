import { Icon } from '../icon.tsx'
import { SetupAction } from '../setup/setup-action.tsx'
import type { ThreadEntry } from '../state/thread/thread-entry.ts'
import { ActivityView } from './activity-view.tsx'
import { MarkdownView } from './markdown-view.tsx'
import { ToolView } from './tool-view.tsx'

interface EntryProps {
  readonly entry: ThreadEntry
  readonly showsReasoning: boolean
  /** An open question shows the changes of this entry. */
  readonly isAsked: boolean
}

export function EntryView({ entry, showsReasoning, isAsked }: EntryProps) {
  switch (entry.kind) {
    case 'user':
      return (
        <article class="entry user" aria-label="You">
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
      )
    case 'text':
      return entry.text === '' ? null : (
        <article class="entry reply" aria-label="Agent">
          <MarkdownView text={entry.text} />
        </article>
      )
    case 'reasoning':
      return !showsReasoning || entry.text === '' ? null : (
        <details class="entry reasoning" open={entry.isOpen}>
          <summary>{entry.isOpen ? 'Thinking…' : 'Thoughts'}</summary>
          <MarkdownView text={entry.text} />
        </details>
      )
    case 'tool':
      return <ToolView entry={entry} isAsked={isAsked} />
    case 'activity':
      return <ActivityView entry={entry} />
    case 'subagent':
      return (
        <p class={`entry subagent ${entry.status}`}>
          <Icon name="branch" /> {entry.name} is {entry.status}
          {entry.description !== undefined && `: ${entry.description}`}
          {entry.error !== undefined && ` (${entry.error})`}
        </p>
      )
    case 'notice':
      return (
        <p
          class={entry.isError ? 'entry notice error' : 'entry notice'}
          role={entry.isError ? 'alert' : 'status'}
        >
          {entry.isError && <Icon name="alert" />}
          {entry.text}
          {entry.hint !== undefined && <span class="hint">{entry.hint}</span>}
          {entry.action !== undefined && <SetupAction {...entry.action} />}
        </p>
      )
  }
}
