import { type AlignedLine, alignLines, linesOf } from '../../core/text/align-lines.ts'

/** A line of a diff; a note, such as a hunk header, is in neither text. */
export type DiffLine = AlignedLine | { readonly kind: 'note'; readonly text: string }

/** Above this many line pairs, the changed part is shown as removed and added. */
const mostPairs = 400_000

/** The line diff of two texts. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++
  let end = 0
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end))
    end++
  return [
    ...marked(old.slice(0, start), 'same'),
    ...middle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...marked(old.slice(old.length - end), 'same'),
  ]
}

const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/

/** The lines of a unified diff. Hunk headers give the lengths, so lines may hold any text. */
export function patchLines(patch: string): DiffLine[] {
  let [old, fresh] = [0, 0]
  return linesOf(patch).map((line) => {
    const head = hunk.exec(line)
    if (old <= 0 && fresh <= 0) {
      if (head !== null) [old, fresh] = [Number(head[1] ?? 1), Number(head[2] ?? 1)]
      return { kind: 'note', text: line }
    }
    const text = line.slice(1)
    if (line.startsWith('\\')) return { kind: 'note', text: line }
    if (!line.startsWith('+')) old--
    if (!line.startsWith('-')) fresh--
    if (line.startsWith('+')) return { kind: 'added', text }
    return { kind: line.startsWith('-') ? 'removed' : 'same', text }
  })
}

/** Replaces lines far from any change by their count. */
export function withoutFar(lines: readonly DiffLine[], near = 3): (DiffLine | { skipped: number })[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - near), index + near + 1).some(({ kind }) => kind !== 'same'),
  )
  const shown: (DiffLine | { skipped: number })[] = []
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1)
    if (isNear[index]) shown.push(line)
    else if (last !== undefined && 'skipped' in last) last.skipped++
    else shown.push({ skipped: 1 })
  }
  return shown
}

function marked(lines: readonly string[], kind: DiffLine['kind']): DiffLine[] {
  return lines.map((text) => ({ kind, text }))
}

function middle(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  if (old.length * fresh.length > mostPairs) return [...marked(old, 'removed'), ...marked(fresh, 'added')]
  return alignLines(old, fresh)
}
