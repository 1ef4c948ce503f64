/** A line in the comparison of two texts. */
export interface AlignedLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Splits a text into lines; a final line feed does not start another line. */
export function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

/** The shortest diff between two lists of lines. Time and memory grow with the product of both lengths. */
export function alignLines(before: readonly string[], after: readonly string[]): AlignedLine[] {
  const width = after.length + 1
  const rest = commonRests(before, after)
  const common = (row: number, column: number): number => rest[row * width + column] ?? 0
  const lines: AlignedLine[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [left, right] = [before[row], after[column]]
    if (left !== undefined && left === right) {
      lines.push({ kind: 'same', text: left })
      row++
      column++
    } else if (
      left !== undefined &&
      (right === undefined || common(row + 1, column) >= common(row, column + 1))
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

/** For each pair of positions, the number of common lines after them. */
function commonRests(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1
  const rest = new Uint32Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const [below, right] = [rest[(row + 1) * width + column] ?? 0, rest[row * width + column + 1] ?? 0]
      const diagonal = rest[(row + 1) * width + column + 1] ?? 0
      rest[row * width + column] = before[row] === after[column] ? diagonal + 1 : Math.max(below, right)
    }
  }
  return rest
}
