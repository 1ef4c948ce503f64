import type { Diff, FileChange, KnownFileChange } from '../../../events/tools/diff.ts'
import type { Style } from '../style.ts'
import type { AgentText } from './agent-text.ts'
import { type DiffLine, diffLines } from './line-diff.ts'
import { cutToWidth } from './text-width.ts'

export interface DiffTextOptions {
  style: Style
  text: AgentText
  columns: number
}

/** The maximum number of lines shown for a change. */
const maxLines = 40

/** A file change as text: each file with its counts and its first lines. */
export function diffText(diff: Diff, options: DiffTextOptions): string[] {
  const hasTexts = diff.changes.some(
    (change) => change.operation !== 'unknown' && change.newText !== undefined,
  )
  const lines = diff.changes.flatMap((change) => changeText(change, options))
  return diff.patch === undefined || hasTexts ? lines : [...lines, ...patchText(diff.patch.text, options)]
}

/** Patch text, colored, without file headers. */
export function patchText(patch: string, options: DiffTextOptions): string[] {
  const lines = options.text
    .block(patch)
    .split('\n')
    .filter((line) => /^[ +-]/.test(line) && !/^(\+\+\+|---) /.test(line))
  return bounded(
    lines.map((line) => ({ sign: line.charAt(0) as DiffLine['sign'], text: line.slice(1) })),
    options,
  )
}

function changeText(change: FileChange, options: DiffTextOptions): string[] {
  const { text, style } = options
  if (change.operation === 'unknown') return [`  ${style.dim(text.line(change.originalOperation))}`]
  const path = text.path(change.path)
  const name = change.oldPath === undefined ? path : `${text.path(change.oldPath)} → ${path}`
  if (change.newText === undefined && change.oldText === undefined) {
    return [`  ${style.bold(name)} ${style.dim(change.operation)}`]
  }
  const { added, removed, hunks } = diffLines(change.oldText ?? '', change.newText ?? '')
  const counts = [
    ...(added > 0 ? [style.good(`+${added}`)] : []),
    ...(removed > 0 ? [style.bad(`-${removed}`)] : []),
    ...(added + removed === 0 ? [style.dim('unchanged')] : []),
    ...operationLabel(change).map(style.dim),
  ]
  const shown = (hunks ?? []).flatMap((hunk, index) => (index === 0 ? hunk : [gap, ...hunk]))
  return [`  ${style.bold(name)} ${counts.join(' ')}`, ...bounded(shown, options)]
}

const gap: DiffLine = { sign: ' ', text: '…' }

function operationLabel({ operation, oldText }: KnownFileChange): string[] {
  if (operation === 'add' || (operation === 'modify' && oldText === undefined)) return ['new']
  return operation === 'modify' ? [] : [operation]
}

function bounded(lines: readonly DiffLine[], { style, text, columns }: DiffTextOptions): string[] {
  const paint = { '+': style.good, '-': style.bad, ' ': style.dim }
  const shown = lines.slice(0, maxLines).map((line) => {
    const plain = text.block(line.text).replaceAll('\t', '  ')
    return `  ${paint[line.sign](cutToWidth(`${line.sign} ${plain}`, columns - 2))}`
  })
  const left = lines.length - shown.length
  return left === 0 ? shown : [...shown, `  ${style.dim(`… ${left} more lines`)}`]
}
