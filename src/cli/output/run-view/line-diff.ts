import { alignLines, linesOf } from '../../../core/text/align-lines.ts'

/** One line of a difference. */
export interface DiffLine {
  readonly sign: ' ' | '+' | '-'
  readonly text: string
}

/** How two texts differ, line by line. */
export interface LineDiff {
  readonly added: number
  readonly removed: number
  /** The changes with their context; absent if finding them would take too long. */
  readonly hunks?: readonly (readonly DiffLine[])[]
}

const signs = { same: ' ', added: '+', removed: '-' } as const

/** The maximum number of line pairs to compare. */
const maxPairs = 250_000

/** Compares two texts. Skips common lines at both ends first, so that a small edit of a large file is fast. */
export function diffLines(before: string, after: string, context = 2): LineDiff {
  const [old, now] = [linesOf(before), linesOf(after)]
  const start = commonLength(old, now)
  const end = commonLength(old.slice(start).toReversed(), now.slice(start).toReversed())
  const [removed, added] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  if (removed.length * added.length > maxPairs) return { added: added.length, removed: removed.length }
  const lines = [
    ...old.slice(Math.max(0, start - context), start).map(same),
    ...alignLines(removed, added).map(({ kind, text }) => ({ sign: signs[kind], text })),
    ...old.slice(old.length - end, old.length - end + context).map(same),
  ]
  return {
    added: lines.filter(({ sign }) => sign === '+').length,
    removed: lines.filter(({ sign }) => sign === '-').length,
    hunks: cutHunks(lines, context),
  }
}

function same(text: string): DiffLine {
  return { sign: ' ', text }
}

function commonLength(left: readonly string[], right: readonly string[]): number {
  let length = 0
  while (length < left.length && length < right.length && left[length] === right[length]) length++
  return length
}

/** Keeps only the lines within the context of a change. */
function cutHunks(lines: readonly DiffLine[], context: number): DiffLine[][] {
  const changes = lines.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]))
  const hunks: DiffLine[][] = []
  let shown = -1
  for (const change of changes) {
    const first = Math.max(shown + 1, change - context)
    if (shown === -1 || first > shown + 1) hunks.push([])
    hunks.at(-1)?.push(...lines.slice(first, change + 1 + context))
    shown = Math.min(lines.length, change + 1 + context) - 1
  }
  return hunks
}
