const shell = /^(?:\/\S*\/)?(?:bash|zsh|sh) -l?c ([\s\S]+)$/

/**
 * The command inside the login shell that Codex puts around each one, for people to read. What is quoted in a way that
 * would have to be guessed stays as it is.
 */
export function shellCommand(line: string): string {
  const inner = shell.exec(line)?.[1]
  if (inner === undefined) return line
  if (/^'[^']*'$/.test(inner)) return inner.slice(1, -1)
  if (/^"(?:[^"\\]|\\[\s\S])*"$/.test(inner)) return inner.slice(1, -1).replace(/\\([$`"\\])/g, '$1')
  return /^[\w/:=+.,@%-]+$/.test(inner) ? inner : line
}
