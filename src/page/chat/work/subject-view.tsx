import type { Interrupt } from '../../../gateway/ag-ui/events.ts'
import { showDirectionMarks } from '../../state/show-direction-marks.ts'
import { subjectOf } from '../../state/subject.ts'
import { DiffView } from './diff-view.tsx'

/** The subject of a question: a command, or the changes of a tool call. */
export function SubjectView({ interrupt }: { interrupt: Interrupt }) {
  const { description, command, input, diffs, url } = subjectOf(interrupt)
  return (
    <>
      {description !== undefined && <p class="said">{showDirectionMarks(description)}</p>}
      {command !== undefined && (
        <pre tabIndex={0} role="group" aria-label="Command">
          {showDirectionMarks(command)}
        </pre>
      )}
      {input !== undefined && (
        <pre tabIndex={0} role="group" aria-label="Input">
          {showDirectionMarks(JSON.stringify(input, undefined, 2))}
        </pre>
      )}
      {diffs.map((diff, index) => (
        <DiffView key={index} diff={diff} outcome="proposed" />
      ))}
      {/* Plain text, not a link: the agent chose the URL. */}
      {url !== undefined && (
        <p>
          Go to <code>{showDirectionMarks(url)}</code>
        </p>
      )}
    </>
  )
}
