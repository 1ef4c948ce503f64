/** The name nearest to a mistyped one, or undefined when none is near. */
export function suggest(typed: string, names: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(typed.length / 3))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const name of names) {
    const distance = name.startsWith(typed) && typed.length > 2 ? 0 : editDistance(typed, name)
    if (distance < bestDistance) [best, bestDistance] = [name, distance]
  }
  return best
}

/** A sentence with the suggestion, or with where to look. */
export function suggestion(typed: string, names: readonly string[], otherwise: string): string {
  const name = suggest(typed, names)
  return name === undefined ? otherwise : `Did you mean ${name}?`
}

/** Insertions, deletions, changes and swaps of neighbours that turn one word into the other. */
function editDistance(from: string, to: string): number {
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
    ;[beforeLast, last] = [last, current]
  }
  return last[to.length] ?? 0
}
