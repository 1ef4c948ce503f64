/** Names one of which is enough, as a sentence has them: `A, B or C`. */
export function anyOf(names: readonly string[]): string {
  const [last = '', ...before] = names.toReversed()
  return before.length === 0 ? last : `${before.toReversed().join(', ')} or ${last}`
}
