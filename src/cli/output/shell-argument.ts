/** A word as a shell reads it back: nothing in it may be run. */
export function shellArgument(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
