import { requireList, requireObject, requireString } from '../core/check-argument.ts'
import { editDistance } from '../core/text/edit-distance.ts'

/** A candidate for a suggestion. */
export interface SuggestionCandidate {
  id: string
  /** Other names of the model. */
  names?: readonly string[]
  /** ISO 8601 date or month. */
  released?: string
  deprecated?: boolean
  /** Breaks ties: the lower rank comes first. */
  rank?: number
}

/** A longer name is no typing error. */
const longestQuery = 100
const most = 5

/**
 * Up to five models with names nearest to the typed text, the nearest first, without duplicates and without the typed
 * name itself.
 *
 * Compares names word by word, with letters and numbers separate and without punctuation. A word may be mistyped or cut
 * short, a number may not. Models with exactly the typed version come first. Ties are sorted: current, by rank,
 * newest, in the given order.
 */
export function suggestModels(typed: string, candidates: readonly SuggestionCandidate[]): string[] {
  requireString(typed, 'typed')
  requireList(candidates, 'candidates')
  for (const candidate of candidates) requireObject(candidate, 'candidate')
  if (typed.length > longestQuery) return []
  const query = wordsOf(typed)
  if (query.length === 0) return []
  const sorted = candidates
    .filter(({ id }) => id !== typed)
    .map((candidate) => ({ candidate, score: scoreOf(query, candidate) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || compare(one.candidate, other.candidate))
    .map(({ candidate }) => candidate.id)
  return [...new Set(sorted)].slice(0, most)
}

function compare(one: SuggestionCandidate, other: SuggestionCandidate): number {
  const [first, second] = [one.released ?? '', other.released ?? '']
  return (
    Number(one.deprecated ?? false) - Number(other.deprecated ?? false) ||
    (one.rank ?? 0) - (other.rank ?? 0) ||
    Number(first < second) - Number(second < first)
  )
}

/** `gpt6.1 Sol` is `gpt`, `6`, `1`, `sol`. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[a-z]+|\d+/g) ?? []
  )
}

function isNumber(word: string): boolean {
  return /^\d/.test(word)
}

function scoreOf(query: readonly string[], { id, names = [] }: SuggestionCandidate): number {
  return Math.max(...[id, ...names].map((name) => nearness(query, wordsOf(name))))
}

/** From 0 (no similarity) to 1 (equal). */
function nearness(query: readonly string[], name: readonly string[]): number {
  const squashed = query.join('')
  if (name.join('') === squashed) return 1
  const left = [...name]
  let found = 0
  let total = 0
  let letters = 0
  let wordsFound = 0
  for (const word of query) {
    // A word weighs more than a number.
    const weight = isNumber(word) ? 1 : 2
    total += weight
    const best = nearestOf(word, left)
    if (best === undefined) continue
    left.splice(best.at, 1)
    found += weight * best.share
    letters += word.length
    if (!isNumber(word)) wordsFound++
  }
  const share = found / total
  const onlyNumbers = wordsFound === 0 && !query.every(isNumber)
  if (share < 0.5 || letters < 2 || onlyNumbers) {
    return squashed.length > 4 && name.join('').includes(squashed) ? 0.5 : 0
  }
  const otherWords = left.filter((word) => !isNumber(word)).length
  // A different version counts only against a query with a version: `opus` means the newest.
  const otherNumbers = query.some(isNumber) ? left.length - otherWords : 0
  return share - 0.03 * Math.min(3, otherNumbers) - 0.005 * Math.min(4, otherWords)
}

/** The nearest word and its similarity. */
function nearestOf(word: string, words: readonly string[]): { at: number; share: number } | undefined {
  const shares = words.map((other) => wordNearness(word, other))
  const share = Math.max(0, ...shares)
  return share === 0 ? undefined : { at: shares.indexOf(share), share }
}

function wordNearness(typed: string, word: string): number {
  if (typed === word) return 1
  if (isNumber(typed) || isNumber(word) || typed.length < 3) return 0
  if (word.startsWith(typed)) return 0.9
  // With three letters, a wrong letter makes another word; only swapped letters are allowed.
  if (typed.length === 3 && lettersOf(typed) !== lettersOf(word)) return 0
  const limit = typed.length < 7 ? 1 : 2
  const distance = editDistance(typed, word, limit)
  return distance > limit ? 0 : 0.9 - 0.1 * distance
}

function lettersOf(word: string): string {
  return word.split('').toSorted().join('')
}
