import type { DatabaseSync } from 'node:sqlite'
import { CapstanError } from '../../../core/capstan-error.ts'
import { isBusy, storeFailure } from './failure.ts'
import { loadSqlite } from '../../../core/files/load-sqlite.ts'
import { touchPrivate } from './private-file.ts'

/** Keeps a reference: the garbage collector would close the connection and release the lock. */
const held = new Set<DatabaseSync>()

/**
 * Locks a store for this process until the returned function is called or the process ends. The lock is an open
 * transaction in an empty database beside the store. The operating system releases it when the process dies, so there
 * are no stale locks and no reused process ids.
 * @throws CapstanError `STORE_IN_USE`.
 */
export function lockStore(path: string): () => void {
  const lockPath = `${path}-lock`
  touchPrivate(lockPath)
  const database = new (loadSqlite().DatabaseSync)(lockPath)
  try {
    database.exec('BEGIN IMMEDIATE')
  } catch (error) {
    database.close()
    throw isBusy(error) ? inUse(path, ownerOf(path), error) : storeFailure(error, lockPath)
  }
  held.add(database)
  return () => {
    held.delete(database)
    database.close()
  }
}

/** The process id last written to the store; while the store is locked, its holder. */
function ownerOf(path: string): number | undefined {
  try {
    const database = new (loadSqlite().DatabaseSync)(path, { readOnly: true })
    try {
      return Number(database.prepare('SELECT process FROM owner').get()?.['process'])
    } finally {
      database.close()
    }
  } catch {
    // A new store without tables, or another version: still in use.
    return undefined
  }
}

function inUse(path: string, owner: number | undefined, cause: unknown): CapstanError {
  const who = owner === process.pid ? 'this process' : 'another process'
  const named = owner === undefined || owner === process.pid ? who : `process ${owner}`
  return new CapstanError('STORE_IN_USE', `The session store ${path} is in use by ${named}`, {
    hint: 'Connect to that process, stop it, or use another file.',
    cause,
  })
}
