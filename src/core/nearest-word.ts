/** The word nearest to a mistyped one, or undefined when none is near. */
export function nearestWord(typed: string, words: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(typed.length / 3))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const word of words) {
    const distance = word.startsWith(typed) && typed.length > 2 ? 0 : editDistance(typed, word)
    if (distance < bestDistance) [best, bestDistance] = [word, distance]
  }
  return best
}

/** A hint that names the word that was probably meant, or says where to look. */
export function didYouMean(typed: string, words: Iterable<string>, otherwise: string): string {
  const word = nearestWord(typed, words)
  return word === undefined ? otherwise : `Did you mean ${word}?`
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
