import { isAbsolute, win32 } from 'node:path'
import { RootError } from './root-error.ts'

/**
 * The names on a path below the root, none for the root itself. Only the text is looked at.
 * A path of Windows is refused everywhere, so that a client finds the same rules on every host.
 * @throws RootError when it is absolute, leads upwards or holds what no name can hold.
 */
export function rootNames(path: string): string[] {
  if (isAbsolute(path) || win32.isAbsolute(path) || /^[A-Za-z]:/.test(path))
    throw new RootError(path, 'absolute')
  if (path.includes('\0') || path.includes('\\')) throw new RootError(path, 'name')
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  if (names.includes('..')) throw new RootError(path, 'parent')
  return names
}
