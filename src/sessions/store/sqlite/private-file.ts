import { dirname } from 'node:path'
import { makeFolder } from '../../../core/files/make-folder.ts'

const { chmodSync, closeSync, openSync, statSync } = process.getBuiltinModule('node:fs')

/**
 * Makes a file that only this user can read, unless it is there, and its folder; SQLite gives its other files the same mode.
 * One that is there is never opened: closing it again would take away the locks that this process holds on it.
 */
export function touchPrivate(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) {
    makeFolder(dirname(path), 0o700)
    closeSync(openSync(path, 'a', 0o600))
  } else if ((stats.mode & 0o077) !== 0) chmodSync(path, 0o600)
}
