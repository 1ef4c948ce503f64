import type { ToolContent } from '../../events/tools/tool-content.ts'
import { Icon, type IconName } from '../icon.tsx'
import { showDirectionMarks } from '../state/show-direction-marks.ts'
import { readableJson } from '../state/readable-json.ts'
import type { ToolEntry } from '../state/thread/thread-entry.ts'
import { BlockView } from './block-view.tsx'
import { DiffView } from './diff-view.tsx'

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
  const others = content.filter((part) => part.type !== 'diff')
  const isFailed = isError || status === 'failed'
  return (
    <section
      class={isFailed ? 'entry tool failed' : `entry tool ${status}`}
      aria-label={`Tool ${title}: ${status}`}
    >
      <details open={isFailed}>
        <summary>
          <Icon name={isFailed ? 'no' : (marks[status] ?? 'working')} />
          <span class="name">{title}</span>
          <span class="quiet">{status}</span>
        </summary>
        {input !== '' && input !== '{}' && (
          <pre tabIndex={0} role="group" aria-label="Input">
            {showDirectionMarks(readableJson(input))}
          </pre>
        )}
        {others.map((part, index) => (
          <ContentView key={index} part={part} />
        ))}
        {result !== undefined && result !== '' && (
          <pre tabIndex={0} role="group" aria-label="Result">
            {result}
          </pre>
        )}
      </details>
      {diffs.map((diff, index) => (
        <DiffView key={index} diff={diff} />
      ))}
    </section>
  )
}

function ContentView({ part }: { part: ToolContent }) {
  if (part.type === 'content') return <BlockView block={part.content} />
  return part.type === 'terminal' ? <p class="quiet">Terminal {part.terminalId}</p> : null
}
