import { Icon, type IconName } from '../../icon.tsx'
import { showDirectionMarks } from '../../state/show-direction-marks.ts'
import { readableJson } from '../../state/readable-json.ts'
import type { ToolEntry } from '../../state/thread/thread-entry.ts'
import { BlockView } from './block-view.tsx'
import { DiffView } from './diff-view.tsx'
import { TerminalText } from './terminal-text.tsx'

const marks: Readonly<Record<string, IconName>> = {
  completed: 'yes',
  failed: 'no',
  cancelled: 'no',
  pending: 'pending',
}

interface ToolProps {
  readonly entry: ToolEntry
  /** An open question about this call shows its changes. */
  readonly isAsked: boolean
}

/** A tool call: collapsed unless it failed; its changes are always visible. */
export function ToolView({ entry, isAsked }: ToolProps) {
  const { input, status, result, isError, content } = entry
  const title = showDirectionMarks(entry.title ?? entry.name)
  const diffs = isAsked ? [] : content.filter((part) => part.type === 'diff')
  // A text that the result repeats is shown once. A terminal is an entry of its own.
  const blocks = content.flatMap((part) =>
    part.type === 'content' && !(part.content.type === 'text' && part.content.text === result)
      ? [part.content]
      : [],
  )
  const isFailed = isError || status === 'failed' || entry.isRefused === true
  const shownStatus = entry.isRefused ? 'refused' : status
  const isShowingOutput = entry.isCommand === true && status === 'in-progress' && blocks.length > 0
  return (
    <section
      class={isFailed ? 'entry tool failed' : `entry tool ${status}`}
      aria-label={`Tool ${title}: ${shownStatus}`}
    >
      <details open={isFailed || isShowingOutput}>
        <summary>
          <Icon name={isFailed ? 'no' : (marks[status] ?? 'working')} />
          <span class="name">{title}</span>
          <span class="quiet">{shownStatus}</span>
        </summary>
        {input !== '' && input !== '{}' && (
          <pre tabIndex={0} role="group" aria-label="Input">
            {showDirectionMarks(readableJson(input))}
          </pre>
        )}
        {blocks.map((block, index) => (
          <BlockView key={index} block={block} />
        ))}
        {result !== undefined && result !== '' && (
          <pre tabIndex={0} role="group" aria-label="Result">
            <TerminalText text={result} />
          </pre>
        )}
      </details>
      {diffs.map((diff, index) => (
        <DiffView key={index} diff={diff} />
      ))}
    </section>
  )
}
