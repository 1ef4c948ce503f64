/** A table cell, counted from 0. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** The cell that a key moves to; undefined for other keys. */
export function movedBy(
  key: string,
  { row, column }: Place,
  { rows, columns }: { rows: number; columns: number },
): Place | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: within(row - 1, rows), column }
    case 'ArrowDown':
      return { row: within(row + 1, rows), column }
    case 'ArrowLeft':
      return { row, column: within(column - 1, columns) }
    case 'ArrowRight':
      return { row, column: within(column + 1, columns) }
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return { row, column: within(columns - 1, columns) }
    case 'PageUp':
      return { row: within(row - 10, rows), column }
    case 'PageDown':
      return { row: within(row + 10, rows), column }
    default:
      return undefined
  }
}

function within(value: number, size: number): number {
  return Math.max(0, Math.min(size - 1, value))
}
