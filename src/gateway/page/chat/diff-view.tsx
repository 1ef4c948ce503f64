import type { Diff, FileChange } from '../../../events/diff.ts'
import { type DiffLine, diffLines, patchLines, withoutFar } from '../state/line-diff.ts'

const signs = { same: ' ', added: '+', removed: '-' } as const

/** The changes of files that a call makes, or wants to make. */
export function DiffView({ diff: { changes, patch } }: { diff: Diff }) {
  const hasTexts = changes.some((change) => textsOf(change) !== undefined)
  return (
    <>
      {changes.map((change, index) => (
        <ChangeView key={index} change={change} />
      ))}
      {!hasTexts && patch !== undefined && <Lines lines={patchLines(patch.text)} />}
    </>
  )
}

function ChangeView({ change }: { change: FileChange }) {
  if (change.operation === 'unknown') return <p class="quiet">{change.originalOperation}</p>
  const { operation, path, oldPath } = change
  const texts = textsOf(change)
  return (
    <details class="change" open>
      <summary>
        {operation} <code>{oldPath === undefined ? path : `${oldPath} → ${path}`}</code>
      </summary>
      {texts !== undefined && <Lines lines={withoutFar(diffLines(texts.before, texts.after))} />}
    </details>
  )
}

function Lines({ lines }: { lines: readonly (DiffLine | { skipped: number })[] }) {
  return (
    <pre class="diff">
      {lines.map((line, index) => (
        <LineView key={index} line={line} />
      ))}
    </pre>
  )
}

function LineView({ line }: { line: DiffLine | { skipped: number } }) {
  if ('skipped' in line) return <span class="quiet">{`  … ${line.skipped} lines as before\n`}</span>
  const { kind, text } = line
  return <span class={kind}>{`${signs[kind]} ${text}\n`}</span>
}

function textsOf(change: FileChange): { before: string; after: string } | undefined {
  if (change.operation === 'unknown') return undefined
  const { oldText, newText } = change
  return oldText === undefined && newText === undefined
    ? undefined
    : { before: oldText ?? '', after: newText ?? '' }
}
