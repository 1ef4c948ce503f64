import { basename, dirname, join, resolve } from 'node:path'

const { realpathSync } = process.getBuiltinModule('node:fs')

/** The home of the user. */
export function userHome(): string {
  return process.getBuiltinModule('node:os').homedir()
}

/** The absolute path of a rule: `~` is the home, other relative paths start at the working folder. Links are resolved. */
export function rulePath(path: string, cwd: string): string {
  const isInHome = path === '~' || path.startsWith('~/')
  return realPath(isInHome ? join(userHome(), path.slice(1)) : resolve(cwd, path))
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
