import type { DatabaseSync } from 'node:sqlite'
import { CapstanError } from '../../../core/capstan-error.ts'
import { isBusy, storeFailure } from './failure.ts'
import { loadSqlite } from '../../../core/files/load-sqlite.ts'
import { touchPrivate } from './private-file.ts'

/** A connection that nobody holds is closed by the garbage collector, and the lock with it. */
const held = new Set<DatabaseSync>()

/**
 * Makes this host the only one that drives a store, until the function it gives is called or the process ends.
 *
 * The lock is a transaction without end in an empty database beside the store. The system itself lets go of it when the
 * process dies, however it dies, so there is no stale lock to recognise, and no process id that was given to another.
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

/** Who wrote itself into the store last: while it is locked, that is who holds it. */
function ownerOf(path: string): number | undefined {
  try {
    const database = new (loadSqlite().DatabaseSync)(path, { readOnly: true })
    try {
      return Number(database.prepare('SELECT process FROM owner').get()?.['process'])
    } finally {
      database.close()
    }
  } catch {
    // It is new and has no tables yet, or is of another version: it is in use all the same.
    return undefined
  }
}

function inUse(path: string, owner: number | undefined, cause: unknown): CapstanError {
  const who = owner === process.pid ? 'this process' : 'another process'
  const named = owner === undefined || owner === process.pid ? who : `process ${owner}`
  return new CapstanError('STORE_IN_USE', `The session store ${path} is in use by ${named}`, {
    hint: 'Only one host at a time may drive a store: talk to that one, end it, or use another file.',
    cause,
  })
}
