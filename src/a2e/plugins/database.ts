import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../core/files/make-folder.ts'

/**
 * Opens a database in a file that only its owner may read, or in memory without a file. Loads the SQLite module on first
 * use, because it slows the start and most programs need no database.
 */
export function openDatabase(file: string | undefined): DatabaseSync {
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite')
  if (file === undefined) return new Database(':memory:')
  makeFolder(dirname(file))
  closeSync(openSync(file, 'a', 0o600))
  const database = new Database(file, { timeout: 5000 })
  // Readers do not wait for a writer, and a crash loses no committed data.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  return database
}

/** Runs the work in a transaction. */
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
