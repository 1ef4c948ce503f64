import { isRecord } from '../../../core/is-record.ts'
import type { Diff } from '../../../events/diff.ts'
import type { Interrupt } from '../../ag-ui/events.ts'
import { DiffView } from './diff-view.tsx'

/** What a question is about: a command, or the changes that a call would make. */
export function SubjectView({ interrupt: { metadata } }: { interrupt: Interrupt }) {
  const own = isRecord(metadata?.['capstan']) ? metadata['capstan'] : {}
  const { description, url } = own
  const subject = isRecord(own['subject']) ? own['subject'] : {}
  const { command } = subject
  const call = isRecord(subject['toolCall']) ? subject['toolCall'] : {}
  const content: unknown[] = Array.isArray(call['content']) ? call['content'] : []
  const diffs = content.filter((part) => isRecord(part) && part['type'] === 'diff') as Diff[]
  return (
    <>
      {typeof description === 'string' && <p class="said">{description}</p>}
      {typeof command === 'string' && <pre>{command}</pre>}
      {isRecord(call['input']) && diffs.length === 0 && (
        <pre>{JSON.stringify(call['input'], undefined, 2)}</pre>
      )}
      {diffs.map((diff, index) => (
        <DiffView key={index} diff={diff} />
      ))}
      {/* As text: the agent says where to go, and a person decides whether to. */}
      {typeof url === 'string' && (
        <p>
          Go to <code>{url}</code>
        </p>
      )}
    </>
  )
}
