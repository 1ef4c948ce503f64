import type { SessionStore } from '../store/session-store.ts'
import { lockStore } from '../store/sqlite/lock.ts'
import { openSqliteStore, type SqliteStoreOptions } from '../store/sqlite.ts'
import { openPostgresStore } from '../store/open-postgres-store.lazy.ts'
import type { SharedStore } from '../store/postgres/open-postgres-store.ts'
import type { DaemonFiles } from './daemon-files.ts'

export interface DaemonStoreOptions {
  /** The address of a PostgreSQL database. */
  address: string | undefined
  /** When commits to the file reach the disk. */
  synchronous: NonNullable<SqliteStoreOptions['synchronous']>
  warn: (message: string, cause?: unknown) => void
}

export interface DaemonStore {
  store: SessionStore
  /** The same store, if other nodes share it. */
  shared?: SharedStore
  /** Releases the lock of the folder; call after the store is closed. */
  unlock: () => void
}

/**
 * Opens the store of a daemon: a file in its folder, or the PostgreSQL database at `address`. A lock ensures that only
 * one daemon uses the folder.
 */
export async function openDaemonStore(
  files: DaemonFiles,
  { address, synchronous, warn }: DaemonStoreOptions,
): Promise<DaemonStore> {
  if (address === undefined) {
    return { store: openSqliteStore({ path: files.storeFile, synchronous }), unlock: () => undefined }
  }
  const unlock = lockStore(files.storeFile)
  try {
    const store = await openPostgresStore({ address, onWarning: warn })
    return { store, shared: store, unlock }
  } catch (error) {
    unlock()
    throw error
  }
}
