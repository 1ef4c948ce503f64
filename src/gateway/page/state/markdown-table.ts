import { type Inline, readInline } from './markdown-inline.ts'

/** A table of Markdown. */
export interface Table {
  readonly type: 'table'
  readonly head: readonly (readonly Inline[])[]
  readonly rows: readonly (readonly (readonly Inline[])[])[]
}

const delimiter = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** Reads a table, which has a line of dashes under its head; undefined where there is none. */
export function readTable(lines: readonly string[], at: number): { block: Table; next: number } | undefined {
  const [first = '', second = ''] = [lines[at], lines[at + 1]]
  if (!first.includes('|') || !second.includes('|') || !delimiter.test(second)) return undefined
  const head = cellsOf(first)
  if (head.length !== cellsOf(second).length) return undefined
  let next = at + 2
  while (next < lines.length && lines[next]?.includes('|')) next++
  const rows = lines.slice(at + 2, next).map((line) => {
    const cells = cellsOf(line)
    return head.map((_, column) => readInline(cells[column] ?? ''))
  })
  return { block: { type: 'table', head: head.map((cell) => readInline(cell)), rows }, next }
}

function cellsOf(line: string): string[] {
  const inside = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inside.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}
