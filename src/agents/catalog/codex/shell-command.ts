const shell = /^(?:\/\S*\/)?(?:bash|zsh|sh) -l?c ([\s\S]+)$/

/** The command inside Codex's login shell wrapper, for display. A command with ambiguous quoting stays unchanged. */
export function shellCommand(line: string): string {
  const inner = shell.exec(line)?.[1]
  if (inner === undefined) return line
  if (/^'[^']*'$/.test(inner)) return inner.slice(1, -1)
  if (/^"(?:[^"\\]|\\[\s\S])*"$/.test(inner)) return inner.slice(1, -1).replace(/\\([$`"\\])/g, '$1')
  return /^[\w/:=+.,@%-]+$/.test(inner) ? inner : line
}
