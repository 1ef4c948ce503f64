import { editDistance } from './edit-distance.ts'

/** The word nearest to a mistyped one, or undefined when none is near. */
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

/** A hint that names the word that was probably meant, or says where to look. */
export function didYouMean(typed: string, words: Iterable<string>, otherwise: string): string {
  const word = nearestName(typed, words)
  return word === undefined ? otherwise : `Did you mean ${word}?`
}
