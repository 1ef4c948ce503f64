import { dataFolder } from '../core/files/data-folder.ts'
import { version } from '../core/version.ts'

/**
 * Lets Node.js cache compiled code, which makes the start faster. The cache is in a folder that only this user can write
 * to, because its content is executed; the temporary folder, the default of Node.js, is not safe. Without a usable folder
 * the start is only slower.
 */
export function keepCompiledCode(): void {
  // Node's own variables: the cache is disabled, or already in another folder.
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] || process.env['NODE_COMPILE_CACHE']) return
  // Missing in other runtimes and in old versions of Node.js, which only `doctor` supports.
  const { enableCompileCache, getCompileCacheDir } = process.getBuiltinModule('node:module')
  if (typeof enableCompileCache !== 'function') return
  const enable = (): void => {
    try {
      enableCompileCache(folderOfVersion())
    } catch {
      // The folder is missing or not safe.
    }
  }
  enable()
  // The first command of a user may create the data folder; its functions are cached for the second one.
  if (getCompileCacheDir() === undefined) process.once('exit', enable)
}

/** The first run of a version removes the caches of other versions, which would pile up. */
function folderOfVersion(): string {
  const path = process.getBuiltinModule('node:path')
  const { existsSync, mkdirSync, readdirSync, rmSync } = process.getBuiltinModule('node:fs')
  const folder = path.join(dataFolder(), 'compiled')
  // Not recursive: a command that only reads must not create the data folder.
  if (!existsSync(folder)) mkdirSync(folder, 0o700)
  requireOwn(folder)
  const kept = readdirSync(folder)
  if (!kept.includes(version)) {
    for (const other of kept) rmSync(path.join(folder, other), { recursive: true, force: true })
  }
  return path.join(folder, version)
}

/** @throws Error for a link, a folder of another user, or a folder that others can write to. */
function requireOwn(folder: string): void {
  const found = process.getBuiltinModule('node:fs').lstatSync(folder)
  // Windows has no user id and mode; the user's folder is private there.
  const isOwn = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0)
  if (!found.isDirectory() || !isOwn) throw new Error(`${folder} is not private to this user`)
}
