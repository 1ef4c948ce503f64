/** The files for a search, best first: by name, then by path, then those with all its letters in order. */
export function searchFiles(files: readonly string[], search: string, limit: number): string[] {
  const needle = search.toLowerCase()
  const ranked = files.flatMap((path) => {
    const rank = rankOf(path.toLowerCase(), needle)
    return rank === undefined ? [] : [{ path, rank }]
  })
  // The sort is stable: equal ranks keep the order of the listing, nearest folders first.
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, limit)
    .map(({ path }) => path)
}

function rankOf(path: string, needle: string): number | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.startsWith(needle)) return 0
  if (name.includes(needle)) return 1
  if (path.includes(needle)) return 2
  return hasInOrder(path, needle) ? 3 : undefined
}

function hasInOrder(path: string, needle: string): boolean {
  let from = 0
  for (const letter of needle) {
    from = path.indexOf(letter, from) + 1
    if (from === 0) return false
  }
  return true
}
