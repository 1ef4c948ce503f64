import { isRecord } from '../../../core/is-record.ts'
import type { ContentBlock } from '../../../events/content.ts'
import { Icon, type IconName } from '../../icon.tsx'
import { showDirectionMarks } from '../../state/show-direction-marks.ts'
import type { ActivityEntry } from '../../state/thread/thread-entry.ts'
import { BlockView } from './block-view.tsx'
import { MarkdownView } from '../markdown-view.tsx'
import { TerminalText } from './terminal-text.tsx'

const marks: Readonly<Record<string, IconName>> = {
  completed: 'yes',
  'in-progress': 'working',
  cancelled: 'no',
}

/** A plan, terminal or content activity. Tool activities are shown with their tool call. */
export function ActivityView({ entry: { activityType, content } }: { entry: ActivityEntry }) {
  switch (activityType) {
    case 'PLAN':
      return <PlanView content={content} />
    case 'TERMINAL':
      return <TerminalView content={content} />
    case 'CONTENT':
      return isRecord(content['content']) ? (
        <div class="entry">
          <BlockView block={content['content'] as unknown as ContentBlock} />
        </div>
      ) : null
    default:
      return null
  }
}

function PlanView({ content }: { content: ActivityEntry['content'] }) {
  const { entries, content: markdown } = content
  const tasks = (Array.isArray(entries) ? (entries as unknown[]) : []).filter(isRecord)
  if (tasks.length === 0 && typeof markdown !== 'string') return null
  return (
    <section class="entry plan" aria-label="Plan">
      <h3>Plan</h3>
      {tasks.length === 0 ? (
        <MarkdownView text={String(markdown)} />
      ) : (
        <ol>
          {tasks.map(({ content: task, status }, index) => (
            <li key={index} class={String(status)}>
              <Icon name={marks[String(status)] ?? 'pending'} />
              {showDirectionMarks(String(task))} <span class="quiet">{String(status)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function TerminalView({ content }: { content: ActivityEntry['content'] }) {
  const { command, output, exitStatus } = content
  const text = Array.isArray(output) ? output.join('') : ''
  const code = isRecord(exitStatus) ? exitStatus['exitCode'] : undefined
  return (
    <details class="entry terminal" open={code !== 0}>
      <summary>
        <code>$ {typeof command === 'string' ? showDirectionMarks(command) : 'terminal'}</code>
        {typeof code === 'number' && <span class={code === 0 ? 'quiet' : 'bad'}>exit code {code}</span>}
      </summary>
      {text !== '' && (
        <pre tabIndex={0} role="group" aria-label="Output">
          <TerminalText text={text} />
        </pre>
      )}
    </details>
  )
}
