import { visibleLength, wrapText } from './wrap.ts'

export interface ColumnsOptions {
  /** The start of each line. */
  indent?: string
  /** The maximum width of a line, at which the last cell is wrapped. Not wrapped by default. */
  width?: number
}

/** If fewer columns are left for the last cell, it starts on its own line. */
const leastWidth = 10

/** Aligns rows in columns and drops columns that are always empty. */
export function columns(
  rows: readonly (readonly string[])[],
  { indent = '  ', width = Infinity }: ColumnsOptions = {},
): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.slice(0, -1).entries()) {
      widths[index] = Math.max(widths[index] ?? 0, visibleLength(cell))
    }
  }
  return rows.flatMap((row) => linesOf(row, { widths, indent, width })).join('\n')
}

function linesOf(
  row: readonly string[],
  { widths, indent, width }: { widths: readonly number[]; indent: string; width: number },
): string[] {
  const first = row
    .slice(0, -1)
    .flatMap((cell, index) => (widths[index] === 0 ? [] : [`${cell}${padding(cell, widths[index])}  `]))
    .join('')
  const last = row.at(-1) ?? ''
  const start = `${indent}${first}`
  const left = width - visibleLength(start)
  const fits = Math.max(...last.split(' ').map(visibleLength)) <= left && left >= leastWidth
  if (visibleLength(last) <= left) return [`${start}${last}`.trimEnd()]
  if (!fits) {
    const below = `${indent}    `
    return [
      start.trimEnd(),
      ...wrapText(last, width - below.length).map((line) => `${below}${line}`.trimEnd()),
    ]
  }
  const hanging = ' '.repeat(visibleLength(start))
  return wrapText(last, left).map((line, index) => `${index === 0 ? start : hanging}${line}`.trimEnd())
}

function padding(cell: string, width = 0): string {
  return ' '.repeat(Math.max(0, width - visibleLength(cell)))
}
