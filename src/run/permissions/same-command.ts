/** A shell with a command line as its last argument, quoted if needed. */
const shell = /^(?:\S*\/)?(?:ba|z|da|k)?sh (?:-\w+ )*-\w*c (?:'([^]*)'|(\S+))$/

/**
 * Whether a command is the allowed one. `command` is quoted by `commandText`; `allowed` is a line as the agent wrote
 * it, which may run directly or in a shell.
 */
export function isSameCommand(command: string, allowed: string): boolean {
  const [, quoted, plain] = shell.exec(command) ?? []
  const line = quoted?.replaceAll(String.raw`'\''`, "'") ?? plain
  return line === allowed.trim() || command === singleQuoted(allowed.trim())
}

/** The same line with single quotes, only where needed. */
function singleQuoted(line: string): string {
  return line.replaceAll(/"([^"'$`\\!]*)"/g, "'$1'").replaceAll(/(?<=^|\s)'([\w@%+=:,./-]+)'(?=\s|$)/g, '$1')
}
