import type { Interrupt } from '../../gateway/ag-ui/events.ts'
import { asItIs } from '../state/as-it-is.ts'
import { subjectOf } from '../state/subject.ts'
import { DiffView } from './diff-view.tsx'

/** What a question is about: a command, or the changes that a call would make. */
export function SubjectView({ interrupt }: { interrupt: Interrupt }) {
  const { description, command, input, diffs, url } = subjectOf(interrupt)
  return (
    <>
      {description !== undefined && <p class="said">{asItIs(description)}</p>}
      {command !== undefined && (
        <pre tabIndex={0} role="group" aria-label="Command">
          {asItIs(command)}
        </pre>
      )}
      {input !== undefined && (
        <pre tabIndex={0} role="group" aria-label="Input">
          {asItIs(JSON.stringify(input, undefined, 2))}
        </pre>
      )}
      {diffs.map((diff, index) => (
        <DiffView key={index} diff={diff} />
      ))}
      {/* As text: the agent says where to go, and a person decides whether to. */}
      {url !== undefined && (
        <p>
          Go to <code>{asItIs(url)}</code>
        </p>
      )}
    </>
  )
}
