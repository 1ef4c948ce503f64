import { resolve } from 'node:path'
import { systemClock, type Clock } from '../../core/clock.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { type RetentionOptions, retentionOf } from './retention.ts'
import type { LocalStore } from './session-store.ts'
import { actionRecords } from './sqlite/action-records.ts'
import { Connection } from './sqlite/connection.ts'
import { deliveryRecords } from './sqlite/delivery-records.ts'
import { eventRecords } from './sqlite/event-records.ts'
import { corruptStore, storeFailure, unwritableStore } from './sqlite/failure.ts'
import { loadSqlite } from '../../core/files/load-sqlite.ts'
import { lockStore } from './sqlite/lock.ts'
import { MailboxCounts } from './sqlite/mailbox-counts.ts'
import { messageRecords } from './sqlite/message-records.ts'
import { migrate, requireOwn } from './sqlite/migrations.ts'
import { participantRecords } from './sqlite/participant-records.ts'
import { prune } from './sqlite/pruning.ts'
import { touchPrivate } from './sqlite/private-file.ts'
import { RecentDeliveries } from './sqlite/recent-deliveries.ts'

const { realpathSync, statSync } = process.getBuiltinModule('node:fs')

/** Larger files skip the integrity check on open; damage surfaces when a page is read. */
const maxCheckedBytes = 16 * 1024 * 1024

/** A checkpoint every 16 MB writes the index pages, which nearly every message changes, only once. */
export const pragmas = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA wal_autocheckpoint = 4000;
PRAGMA journal_size_limit = 33554432`

const synchronousModes = ['normal', 'full'] as const

export interface SqliteStoreOptions extends RetentionOptions {
  /** The file; created if missing. */
  path: string
  /**
   * When commits reach the disk. `normal`: at checkpoints; the last commits may be missing after a power loss, never
   * after a killed process. `full`: at every commit, which takes as long as the disk needs to sync. Default: `normal`.
   */
  synchronous?: (typeof synchronousModes)[number]
  clock?: Clock
}

/**
 * A store in one file. Commits survive a killed process and are atomic. After a power loss the file is intact; with
 * `synchronous: 'normal'` the last commits may be missing, so a delivered message may be pending again.
 * @throws CapstanError `STORE_IN_USE`, `STORE_CORRUPT`, `STORE_TOO_NEW`, `STORE_FOREIGN`, `STORE_UNWRITABLE`.
 */
export function openSqliteStore(options: SqliteStoreOptions): LocalStore {
  const { path, clock = systemClock, synchronous = 'normal' } = options
  if (!synchronousModes.includes(synchronous)) {
    const message = `must be one of ${synchronousModes.join(', ')}`
    throw new ValidationError(`synchronous ${message}`, [{ path: ['synchronous'], message }])
  }
  const retention = retentionOf(options)
  const file = fileOf(path)
  const unlock = lockStore(file)
  try {
    const connection = openDatabase(file, clock)
    const counts = new MailboxCounts(connection)
    const recent = new RecentDeliveries(connection)
    if (synchronous === 'full') connection.script('PRAGMA synchronous = FULL')
    return {
      transaction: (work) => connection.transaction(work),
      ...participantRecords(connection),
      ...messageRecords(connection, counts),
      ...deliveryRecords(connection, { counts, recent }),
      ...eventRecords(connection, retention),
      ...actionRecords(connection),
      prune: (query) => prune(connection, { counts, recent }, query),
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

/** Resolves links, so that one file has one lock path. */
function fileOf(path: string): string {
  if (path === '' || path === ':memory:') {
    const message = 'must be the path of a file'
    throw new ValidationError(`The path of a session store ${message}`, [{ path: ['path'], message }], {
      hint: 'Use `createMemoryStore()` for a store without a file.',
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
    // Check the file before the first write.
    connection.script(
      'PRAGMA page_size = 2048; PRAGMA page_size = 1024; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON',
    )
    if (statSync(file).size <= maxCheckedBytes) requireWhole(connection)
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
