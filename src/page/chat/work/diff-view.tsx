import { useContext } from 'preact/hooks'
import type { Diff, FileChange } from '../../../events/tools/diff.ts'
import { showDirectionMarks } from '../../state/show-direction-marks.ts'
import { type DiffLine, diffLines, patchLines, withoutFar } from '../../state/line-diff.ts'
import { pathWithin } from '../../state/path-within.ts'
import { Folder } from '../folder.ts'

const signs = { same: ' ', added: '+', removed: '−', note: ' ' } as const
const operations: Readonly<Record<string, string>> = {
  add: 'added',
  delete: 'deleted',
  modify: 'changed',
  move: 'moved',
  copy: 'copied',
}

/** Without a label, the operation says what happened. */
const labels: Readonly<Record<string, string>> = { proposed: 'proposed', lost: 'not changed' }

interface DiffProps {
  readonly diff: Diff
  /** `proposed` waits for an answer; a call that was refused, canceled or failed is `lost`. Default: `made`. */
  readonly outcome?: 'made' | 'proposed' | 'lost'
}

/** The file changes of a tool call. */
export function DiffView({ diff: { changes, patch }, outcome = 'made' }: DiffProps) {
  const hasTexts = changes.some((change) => textsOf(change) !== undefined)
  const lines = hasTexts || patch === undefined ? undefined : patchLines(patch.text)
  const [only] = changes.length === 1 ? changes : []
  if (only !== undefined && lines !== undefined) {
    // The header of a one-file patch only repeats the file name.
    const body = lines.slice(lines.findIndex(({ kind }) => kind !== 'note'))
    return <ChangeView change={only} lines={body} outcome={outcome} />
  }
  return (
    <>
      {changes.map((change, index) => (
        <ChangeView key={index} change={change} lines={linesOf(change)} outcome={outcome} />
      ))}
      {lines !== undefined && <Lines lines={lines} />}
    </>
  )
}

type ShownLine = DiffLine | { skipped: number }

interface ChangeProps {
  readonly change: FileChange
  readonly lines: readonly ShownLine[] | undefined
  readonly outcome: NonNullable<DiffProps['outcome']>
}

function ChangeView({ change, lines, outcome }: ChangeProps) {
  const folder = useContext(Folder)
  if (change.operation === 'unknown') return <p class="quiet">{change.originalOperation}</p>
  const { operation, path, oldPath } = change
  const shown = (one: string): string => showDirectionMarks(pathWithin(folder, one))
  const count = (kind: DiffLine['kind']): number =>
    (lines ?? []).filter((line) => 'kind' in line && line.kind === kind).length
  return (
    <details class="change" open>
      <summary>
        <code>{oldPath === undefined ? shown(path) : `${shown(oldPath)} → ${shown(path)}`}</code>
        <span class="quiet">{labels[outcome] ?? operations[operation] ?? operation}</span>
        {lines !== undefined && (
          <span class="counts">
            <span class="good">+{count('added')}</span> <span class="bad">−{count('removed')}</span>
          </span>
        )}
      </summary>
      {lines !== undefined && <Lines lines={lines} />}
    </details>
  )
}

function Lines({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <pre class="diff" tabIndex={0} role="group" aria-label="Changed lines">
      <code>
        {lines.map((line, index) => (
          <LineView key={index} line={line} />
        ))}
      </code>
    </pre>
  )
}

function LineView({ line }: { line: ShownLine }) {
  if ('skipped' in line) return <span class="skipped">{`  … ${line.skipped} unchanged lines\n`}</span>
  const { kind, text } = line
  return <span class={kind}>{`${signs[kind]} ${showDirectionMarks(text)}\n`}</span>
}

function linesOf(change: FileChange): ShownLine[] | undefined {
  const texts = textsOf(change)
  return texts === undefined ? undefined : withoutFar(diffLines(texts.before, texts.after))
}

function textsOf(change: FileChange): { before: string; after: string } | undefined {
  if (change.operation === 'unknown') return undefined
  const { oldText, newText } = change
  return oldText === undefined && newText === undefined
    ? undefined
    : { before: oldText ?? '', after: newText ?? '' }
}
