/** A shell that is given a line: the line is in its last word, quoted unless it is a plain word. */
const shell = /^(?:\S*\/)?(?:ba|z|da|k)?sh (?:-\w+ )*-\w*c (?:'([^]*)'|(\S+))$/

/**
 * Whether a command that is about to be run is the one that was allowed. The first is quoted as `commandText` does it;
 * the other is a line as its agent wrote it, which may be run by itself or by a shell.
 */
export function isSameCommand(command: string, allowed: string): boolean {
  const [, quoted, plain] = shell.exec(command) ?? []
  const line = quoted?.replaceAll(String.raw`'\''`, "'") ?? plain
  return line === allowed.trim() || command === singleQuoted(allowed.trim())
}

/** The same line with single quotes, and only where they are needed. */
function singleQuoted(line: string): string {
  return line.replaceAll(/"([^"'$`\\!]*)"/g, "'$1'").replaceAll(/(?<=^|\s)'([\w@%+=:,./-]+)'(?=\s|$)/g, '$1')
}
