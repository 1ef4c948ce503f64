import { isRecord } from '../../../core/is-record.ts'
import type { ContentBlock } from '../../../events/content.ts'
import type { ActivityEntry } from '../state/thread-entry.ts'
import { BlockView } from './block-view.tsx'

const marks: Readonly<Record<string, string>> = { completed: '✓', 'in-progress': '▸', cancelled: '✕' }

/** What stands beside the conversation. What a tool shows stands with the tool. */
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
  if (tasks.length === 0) return typeof markdown === 'string' ? <p class="entry said">{markdown}</p> : null
  return (
    <section class="entry plan" aria-label="Plan">
      <ol>
        {tasks.map(({ content: task, status }, index) => (
          <li key={index}>
            {marks[String(status)] ?? '○'} {String(task)} <span class="quiet">{String(status)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function TerminalView({ content }: { content: ActivityEntry['content'] }) {
  const { command, output, exitStatus } = content
  const text = Array.isArray(output) ? output.join('') : ''
  const code = isRecord(exitStatus) ? exitStatus['exitCode'] : undefined
  return (
    <details class="entry" open={code === undefined}>
      <summary>
        $ {typeof command === 'string' ? command : 'terminal'}
        {typeof code === 'number' && ` ended with ${code}`}
      </summary>
      <pre>{text}</pre>
    </details>
  )
}
