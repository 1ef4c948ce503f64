/** Lays rows out in columns; the last one is left as long as it is. */
export function columns(rows: readonly (readonly string[])[], indent = '  '): string {
  const widths: number[] = []
  for (const row of rows) {
    for (const [index, cell] of row.slice(0, -1).entries()) {
      widths[index] = Math.max(widths[index] ?? 0, visibleLength(cell))
    }
  }
  return rows
    .map(
      (row) =>
        indent +
        row
          .map((cell, index) => cell + padding(cell, widths[index]))
          .join('  ')
          .trimEnd(),
    )
    .join('\n')
}

function padding(cell: string, width = 0): string {
  return ' '.repeat(Math.max(0, width - visibleLength(cell)))
}

/** Colour codes take no room. */
function visibleLength(cell: string): number {
  const [plain = '', ...coloured] = cell.split('\u001b[')
  return coloured.reduce((length, part) => length + part.length - part.indexOf('m') - 1, plain.length)
}
