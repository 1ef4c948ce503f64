import { basename, dirname, join, resolve } from 'node:path'
import { isInside } from '../../core/files/path-inside.ts'

const { realpathSync } = process.getBuiltinModule('node:fs')

/** The home of the user. */
export function userHome(): string {
  return process.getBuiltinModule('node:os').homedir()
}

/** The absolute path of a rule: `~` is the home, other relative paths start at the working folder. */
export function writtenPath(path: string, cwd: string): string {
  const isInHome = path === '~' || path.startsWith('~/')
  return isInHome ? join(userHome(), path.slice(1)) : resolve(cwd, path)
}

/** The same with its links resolved. */
export function rulePath(path: string, cwd: string): string {
  return realPath(writtenPath(path, cwd))
}

/** The path without links; for a file that does not exist, in its nearest existing folder. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(realPath(folder), basename(path))
  }
}

/** A path in a home folder or a URL, which Capstan cannot resolve. */
const expands = /^(?:~|[a-z][a-z0-9+.-]+:)/i

/** Whether all paths of a question are in the folders, links resolved. Relative paths start at the working folder. */
export function areInside(
  paths: readonly string[],
  folders: readonly string[],
  cwd: string = folders[0] ?? '',
): boolean {
  const real = folders.map((folder) => realPath(resolve(folder)))
  return paths.every((path) => {
    const at = realPath(resolve(cwd, path))
    return !expands.test(path) && real.some((folder) => isInside(at, folder))
  })
}
