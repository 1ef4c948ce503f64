import type { ThreadStore } from './thread-store.ts'

/**
 * Opens a store in a file that only its owner can read; creates the file if it is missing. Loads SQLite on the first call.
 * @throws CapstanError `STORE_CORRUPT`, `STORE_TOO_NEW`, `STORE_FOREIGN`, `STORE_UNWRITABLE`.
 */
export async function openThreadStore(path: string): Promise<ThreadStore> {
  const { sqliteThreadStore } = await import('./sqlite-thread-store.ts')
  return sqliteThreadStore(path)
}
