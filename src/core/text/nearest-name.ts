import { editDistance } from './edit-distance.ts'

/** The name closest to a mistyped one; undefined when none is close. */
export function nearestName(typed: string, words: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(typed.length / 3))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const word of words) {
    const distance = word.startsWith(typed) && typed.length > 2 ? 0 : editDistance(typed, word, limit)
    if (distance < bestDistance) [best, bestDistance] = [word, distance]
  }
  return best
}

/** A hint with the closest name, or the `otherwise` text. */
export function didYouMean(typed: string, words: Iterable<string>, otherwise: string): string {
  const word = nearestName(typed, words)
  return word === undefined ? otherwise : `Did you mean ${word}?`
}
