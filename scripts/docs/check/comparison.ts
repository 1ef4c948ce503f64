interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Cells of the comparison in the README without the same cell and its evidence in the section of their column. */
export function comparisonProblems(readme: string, comparison: string): string[] {
  const { head, rows } = tableIn(readme, '| | Capstan')
  const sections = comparison.split(/^## /m).slice(1)
  return head.slice(1).flatMap((column, index) => {
    const section = sections.find((text) => text.toLowerCase().startsWith(`${column.toLowerCase()}\n`))
    if (section === undefined) return [`docs/comparison.md has no section ${column}`]
    const proven = tableIn(section, '| row ').rows
    return rows.flatMap((row) => {
      const [name = ''] = row
      const cell = row[index + 1] ?? ''
      const isProven = proven.some(
        ([same, text, evidence = '']) => same === name && text === cell && evidence !== '',
      )
      // A row that does not apply needs no evidence.
      return isProven || cell === '–'
        ? []
        : [`docs/comparison.md has no evidence for ${column}: ${name}: ${cell}`]
    })
  })
}

/** The table whose first line begins with these words. */
function tableIn(text: string, start: string): Table {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.startsWith(start))
  const end = lines.findIndex((line, at) => at > first && !line.startsWith('|'))
  const [head = [], , ...rows] = lines.slice(first, end).map(cellsOf)
  return { head, rows }
}

function cellsOf(line: string): string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
}
