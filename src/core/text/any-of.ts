/** Joins names as alternatives: `A, B or C`. */
export function anyOf(names: readonly string[]): string {
  const [last = '', ...before] = names.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} or ${last}`
}
