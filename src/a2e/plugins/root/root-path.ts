import { isAbsolute, win32 } from 'node:path'
import { RootError } from './root-error.ts'

/**
 * The names in a path below the root; empty for the root itself. Checks only the text.
 * Windows paths are refused on every system, so that the rules are the same on every host.
 * @throws RootError when the path is absolute, contains `..` or contains an invalid name.
 */
export function rootNames(path: string): string[] {
  if (isAbsolute(path) || win32.isAbsolute(path) || /^[A-Za-z]:/.test(path))
    throw new RootError(path, 'absolute')
  if (path.includes('\0') || path.includes('\\')) throw new RootError(path, 'name')
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  if (names.includes('..')) throw new RootError(path, 'parent')
  return names
}
