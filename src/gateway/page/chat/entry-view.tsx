import type { ThreadEntry } from '../state/thread-entry.ts'
import { ActivityView } from './activity-view.tsx'
import { ToolView } from './tool-view.tsx'

/** One thing in a thread. */
export function EntryView({ entry, showsReasoning }: { entry: ThreadEntry; showsReasoning: boolean }) {
  switch (entry.kind) {
    case 'user':
      return (
        <article class="entry user" aria-label="You">
          <p class="said">{entry.text}</p>
          {entry.parts.map(({ filename, source: { mimeType, value } }, index) =>
            mimeType.startsWith('image/') ? (
              <img key={index} src={`data:${mimeType};base64,${value}`} alt={filename} />
            ) : (
              <p key={index} class="quiet">
                ⎙ {filename}
              </p>
            ),
          )}
        </article>
      )
    case 'text':
      return entry.text === '' ? null : (
        <article class="entry agent" aria-label="Agent">
          <p class="said">{entry.text}</p>
        </article>
      )
    case 'reasoning':
      return !showsReasoning || entry.text === '' ? null : (
        <details class="entry reasoning" open={entry.isOpen}>
          <summary>{entry.isOpen ? 'Thinking…' : 'Thoughts'}</summary>
          <p class="said">{entry.text}</p>
        </details>
      )
    case 'tool':
      return <ToolView entry={entry} />
    case 'activity':
      return <ActivityView entry={entry} />
    case 'subagent':
      return (
        <p class={`entry subagent ${entry.status}`}>
          ⤷ {entry.name} is {entry.status}
          {entry.description !== undefined && `: ${entry.description}`}
          {entry.error !== undefined && ` (${entry.error})`}
        </p>
      )
    case 'notice':
      return (
        <p class={entry.isError ? 'entry error' : 'entry quiet'} role={entry.isError ? 'alert' : 'status'}>
          {entry.isError ? '✕ ' : ''}
          {entry.text}
        </p>
      )
  }
}
