import { dirname } from 'node:path'
import { makeFolder } from '../../../core/files/make-folder.ts'

const { chmodSync, closeSync, openSync, statSync } = process.getBuiltinModule('node:fs')

/**
 * Creates a file, and its folder, that only this user can read; SQLite copies the mode to its other files. Never opens
 * an existing file: closing it would release the locks this process holds on it.
 */
export function touchPrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) {
    makeFolder(dirname(path), 0o700)
    closeSync(openSync(path, 'a', 0o600))
  } else if ((stats.mode & 0o077) !== 0) chmodSync(path, 0o600)
}
