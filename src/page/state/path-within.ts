/** The path relative to a folder that contains it; otherwise unchanged. */
export function pathWithin(folder: string | undefined, path: string): string {
  const start = folder?.replace(/[/\\]+$/, '') ?? ''
  const rest = path.slice(start.length)
  return start !== '' && path.startsWith(start) && /^[/\\]./.test(rest) ? rest.slice(1) : path
}
