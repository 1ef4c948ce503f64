const plainWord = /^[\w@%+=:,./-]+$/

/** A program and its arguments as one line, quoted for a POSIX shell. */
export function commandText(command: string, args: readonly string[]): string {
  return [command, ...args].map(quoted).join(' ')
}

function quoted(word: string): string {
  return plainWord.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
