import type { RetentionOptions } from './retention.ts'
import type { SharedStore } from './postgres/open-postgres-store.ts'

export interface PostgresStoreOptions extends RetentionOptions {
  /** The address of the database, such as `postgres://user:password@host/database`. */
  address: string
  /** The schema of the tables; created if missing. Default: `capstan`. */
  schema?: string
  /** The name of this node for people. Default: the name of the machine. */
  name?: string
  /** How long a node may be silent before others take its sessions over. Default: 10 seconds. */
  leaseMs?: number
  /** Receives failures that no caller receives. Default: process warnings. */
  onWarning?: (message: string, cause?: unknown) => void
}

/**
 * Opens a store that several nodes share, in a PostgreSQL database. Loads `pg`, an optional peer, on the first call.
 * @throws CapstanError `PG_MISSING`, `STORE_UNAVAILABLE`, `STORE_DENIED`, `STORE_TOO_NEW`. None contains the password.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<SharedStore> {
  const { address, name = process.getBuiltinModule('node:os').hostname(), ...rest } = options
  const { onWarning = (message: string) => process.emitWarning(message, 'CapstanWarning') } = rest
  const [{ connectPostgres }, { openSharedStore }] = await Promise.all([
    import('./postgres/pg-database.lazy.ts'),
    import('./postgres/open-postgres-store.ts'),
  ])
  const database = await connectPostgres(address, onWarning)
  try {
    return await openSharedStore({ ...rest, database, name, onWarning })
  } catch (error) {
    await database.close()
    throw error
  }
}
