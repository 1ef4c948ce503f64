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

const labels: Readonly<Record<string, string>> = { 'in-progress': 'in progress', cancelled: 'canceled' }

interface ToolProps {
  readonly entry: ToolEntry
  /** Whether the open question about this call shows its changes; undefined without a question. */
  readonly asked: boolean | undefined
}

/** A tool call: collapsed unless it failed; its changes are always visible, here or in the open question. */
export function ToolView({ entry, asked }: ToolProps) {
  const { status, isError, content } = entry
  const title = showDirectionMarks(entry.title ?? entry.name)
  const isAsked = asked !== undefined
  const diffs = asked ? [] : content.filter((part) => part.type === 'diff')
  // The diff shows the input of a change.
  const input = content.some(({ type }) => type === 'diff') ? '' : entry.input
  // A text that the result repeats is shown once. A terminal is an entry of its own.
  const blocks = content.flatMap((part) =>
    part.type === 'content' && !(part.content.type === 'text' && part.content.text === entry.result)
      ? [part.content]
      : [],
  )
  const isFailed = isError || status === 'failed' || entry.isRefused === true
  const shownStatus = entry.isRefused ? 'refused' : isAsked ? 'waits for you' : (labels[status] ?? status)
  const result = entry.result === shownStatus ? '' : entry.result
  const mark = isAsked ? 'pending' : (marks[status] ?? 'working')
  const isShowingOutput = entry.isCommand === true && status === 'in-progress' && blocks.length > 0
  return (
    <section
      class={isFailed ? 'entry tool failed' : `entry tool ${status}`}
      aria-label={`Tool ${title}: ${shownStatus}`}
    >
      <details open={isFailed || isShowingOutput}>
        <summary>
          <Icon name={isFailed ? 'no' : mark} />
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
        <DiffView key={index} diff={diff} outcome={isFailed ? 'lost' : isAsked ? 'proposed' : 'made'} />
      ))}
    </section>
  )
}
