/**
 * How many insertions, deletions, changes and swaps of neighbours turn one word into the other.
 * Stops at `limit`: a larger distance is reported as one more.
 */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    if (Math.min(...current) > limit) return limit + 1
    ;[beforeLast, last] = [last, current]
  }
  return Math.min(last[to.length] ?? 0, limit + 1)
}
