import { visibleLength, wrapText } from './wrap.ts'

export interface ColumnsOptions {
  /** What stands before each line. */
  indent?: string
  /** The widest a line may be: the last cell is wrapped. Without it the last cell is as long as it is. */
  width?: number
}

/** Less room than this beside the other cells, and the last one begins on a line of its own. */
const leastRoom = 10

/** Lays rows out in columns, without those that are empty in every row. */
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
  const room = width - visibleLength(start)
  const fits = Math.max(...last.split(' ').map(visibleLength)) <= room && room >= leastRoom
  if (visibleLength(last) <= room) return [`${start}${last}`.trimEnd()]
  if (!fits) {
    const below = `${indent}    `
    return [
      start.trimEnd(),
      ...wrapText(last, width - below.length).map((line) => `${below}${line}`.trimEnd()),
    ]
  }
  const hanging = ' '.repeat(visibleLength(start))
  return wrapText(last, room).map((line, index) => `${index === 0 ? start : hanging}${line}`.trimEnd())
}

function padding(cell: string, width = 0): string {
  return ' '.repeat(Math.max(0, width - visibleLength(cell)))
}
