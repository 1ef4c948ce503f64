/** A line of a comparison; a note is about it and in neither text. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'note'
  readonly text: string
}

/** Beyond this many pairs of lines, the changed part is shown as removed and added whole. */
const mostPairs = 400_000

/** What changes between two texts, line by line. */
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

/** The lines of a patch that is told as text. How long each part is stands in its head, so a line can hold anything. */
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

/** Leaves out what is far from any change; a number of left out lines stands for it. */
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

function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

function marked(lines: readonly string[], kind: DiffLine['kind']): DiffLine[] {
  return lines.map((text) => ({ kind, text }))
}

function middle(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  if (old.length * fresh.length > mostPairs) return [...marked(old, 'removed'), ...marked(fresh, 'added')]
  const lengths = commonLengths(old, fresh)
  const width = fresh.length + 1
  const length = (row: number, column: number): number => lengths[row * width + column] ?? 0
  const lines: DiffLine[] = []
  let [row, column] = [0, 0]
  while (row < old.length || column < fresh.length) {
    const [left, right] = [old[row], fresh[column]]
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left })
      row++
      column++
    } else if (
      left !== undefined &&
      (right === undefined || length(row + 1, column) >= length(row, column + 1))
    ) {
      lines.push({ kind: 'removed', text: left })
      row++
    } else {
      lines.push({ kind: 'added', text: right ?? '' })
      column++
    }
  }
  return lines
}

/** For each pair of places, how many lines the rests have in common. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Uint32Array {
  const width = fresh.length + 1
  const lengths = new Uint32Array((old.length + 1) * width)
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = fresh.length - 1; column >= 0; column--) {
      const [below, right] = [
        lengths[(row + 1) * width + column] ?? 0,
        lengths[row * width + column + 1] ?? 0,
      ]
      const diagonal = lengths[(row + 1) * width + column + 1] ?? 0
      lengths[row * width + column] = old[row] === fresh[column] ? diagonal + 1 : Math.max(below, right)
    }
  }
  return lengths
}
