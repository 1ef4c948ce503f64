import { resolve } from 'node:path'
import { systemClock, type Clock } from '../../core/clock.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { type RetentionOptions, retentionOf } from './retention.ts'
import type { SessionStore } from './session-store.ts'
import { actionRecords } from './sqlite/action-records.ts'
import { Connection } from './sqlite/connection.ts'
import { deliveryRecords } from './sqlite/delivery-records.ts'
import { eventRecords } from './sqlite/event-records.ts'
import { corruptStore, storeFailure, unwritableStore } from './sqlite/failure.ts'
import { loadSqlite } from '../../core/files/load-sqlite.ts'
import { lockStore } from './sqlite/lock.ts'
import { messageRecords } from './sqlite/message-records.ts'
import { migrate, requireOwn } from './sqlite/migrations.ts'
import { participantRecords } from './sqlite/participant-records.ts'
import { touchPrivate } from './sqlite/private-file.ts'

const { realpathSync, statSync } = process.getBuiltinModule('node:fs')

/** Larger files are not read through at every opening; their damage is found where it is met. */
const mostChecked = 16 * 1024 * 1024

/**
 * NORMAL: the disk is waited for only when the log is carried into the file, not at every commit. That happens every 16 MB:
 * the pages in which the indexes grow are written into it by nearly every message, and are carried over once.
 */
export const pragmas = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA wal_autocheckpoint = 4000;
PRAGMA journal_size_limit = 33554432`

export interface SqliteStoreOptions extends RetentionOptions {
  /** The file; it is made if it is not there. */
  path: string
  clock?: Clock
}

/**
 * A store in one file. What a call has stored is still there after the process was killed, at whatever moment; nothing is
 * stored by half. When the whole machine stops, the last moments may be missing, because a commit does not wait for the
 * disk: the file is whole then, and as it was shortly before, so a message that was delivered may be pending again.
 *
 * @throws CapstanError `STORE_IN_USE`, `STORE_CORRUPT`, `STORE_TOO_NEW`, `STORE_FOREIGN`, `STORE_UNWRITABLE`.
 */
export function openSqliteStore(options: SqliteStoreOptions): SessionStore {
  const { path, clock = systemClock } = options
  const retention = retentionOf(options)
  const file = fileOf(path)
  const unlock = lockStore(file)
  try {
    const connection = openDatabase(file, clock)
    return {
      transaction: (work) => connection.transaction(work),
      ...participantRecords(connection),
      ...messageRecords(connection),
      ...deliveryRecords(connection),
      ...eventRecords(connection, retention),
      ...actionRecords(connection),
      close: () => {
        if (!connection.isOpen) return
        connection.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The same file has the same name here, whatever links lead to it: the lock is beside it. */
function fileOf(path: string): string {
  if (path === '' || path === ':memory:') {
    const message = 'must be the path of a file'
    throw new ValidationError(`The path of a session store ${message}`, [{ path: ['path'], message }], {
      hint: 'A store that is kept nowhere is made by `createMemoryStore()`.',
    })
  }
  const file = resolve(path)
  try {
    touchPrivate(file)
    return realpathSync(file)
  } catch (error) {
    throw unwritableStore(file, error)
  }
}

function openDatabase(file: string, clock: Clock): Connection {
  const connection = connect(file)
  try {
    // Nothing is written before it is known that the file is ours and whole.
    connection.script('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON')
    if (statSync(file).size <= mostChecked) requireWhole(connection)
    requireOwn(connection)
    connection.script(pragmas)
    migrate(connection)
    connection.run('INSERT OR REPLACE INTO owner VALUES (1, ?, ?)', process.pid, clock.now())
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

function connect(file: string): Connection {
  try {
    return new Connection(new (loadSqlite().DatabaseSync)(file), file)
  } catch (error) {
    throw storeFailure(error, file)
  }
}

function requireWhole(connection: Connection): void {
  const answer = connection.value('PRAGMA quick_check(1)')
  if (answer !== 'ok') throw corruptStore(connection.path, answer)
}
