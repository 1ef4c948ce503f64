import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../core/files/make-folder.ts'

/**
 * Opens a database in a file that only its owner may read, or in memory without one. The module is loaded here and not
 * with this file: it weighs on the start, and most programs need no database.
 */
export function openDatabase(file: string | undefined): DatabaseSync {
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite')
  if (file === undefined) return new Database(':memory:')
  makeFolder(dirname(file))
  closeSync(openSync(file, 'a', 0o600))
  const database = new Database(file, { timeout: 5000 })
  // A reader does not wait for a writer, and a crash loses nothing that was answered.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  return database
}

/** Does all of it or nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
