import { dataFolder } from '../core/files/data-folder.ts'
import { version } from '../core/version.ts'

/**
 * Lets Node.js keep the compiled form of what a command loads: reading it takes less time than compiling again.
 * It lies in a folder that only this user can write to, because whoever changes it decides what runs; the temporary
 * folder, which Node.js would take, is not one. A folder that cannot be used costs that time and nothing else.
 */
export function keepCompiledCode(): void {
  // Node's own variables: it is off, or Node.js keeps it elsewhere already.
  if (process.env['NODE_DISABLE_COMPILE_CACHE'] || process.env['NODE_COMPILE_CACHE']) return
  // Missing in other programs that run code for Node.js, and in versions that only `doctor` runs on.
  const { enableCompileCache } = process.getBuiltinModule('node:module')
  if (typeof enableCompileCache !== 'function') return
  try {
    enableCompileCache(folderOfVersion())
  } catch {
    // Not there, or not safe.
  }
}

/** The first run of a version removes what others kept: names of files change with their content, and would pile up. */
function folderOfVersion(): string {
  const path = process.getBuiltinModule('node:path')
  const { existsSync, mkdirSync, readdirSync, rmSync } = process.getBuiltinModule('node:fs')
  const folder = path.join(dataFolder(), 'compiled')
  // Not those above it: a command that only shows something leaves no data folder behind.
  if (!existsSync(folder)) mkdirSync(folder, 0o700)
  requireOwn(folder)
  const kept = readdirSync(folder)
  if (!kept.includes(version)) {
    for (const other of kept) rmSync(path.join(folder, other), { recursive: true, force: true })
  }
  return path.join(folder, version)
}

/** @throws Error for a link, a folder of another user, and one that others may write to. */
function requireOwn(folder: string): void {
  const found = process.getBuiltinModule('node:fs').lstatSync(folder)
  // Windows has neither: there the folder of the user is closed to others.
  const isOwn = process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o022) === 0)
  if (!found.isDirectory() || !isOwn) throw new Error(`${folder} is not a folder of this user alone`)
}
