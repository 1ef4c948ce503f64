import { CapstanError } from '../../../core/capstan-error.ts'
import { badSchema, isSchemaName } from '../../../sessions/store/postgres/schema-name.ts'
import type { ThreadStore } from '../thread-store.ts'
import type { SharedThreads } from './shared-threads.ts'

export interface SharedThreadStoreOptions {
  /** The address of the database, such as `postgres://user:password@host/database`. */
  readonly address: string
  /** The schema of the tables; created if missing. Default: `capstan_gateway`. */
  readonly schema?: string
  /** How long a gateway may be silent before others take its threads over. Default: 10 seconds. */
  readonly leaseMs?: number
  /** Receives failures that no caller receives. Default: process warnings. */
  readonly onWarning?: (message: string) => void
}

/** A thread store that several gateways share. */
export interface SharedThreadStore extends ThreadStore {
  readonly shared: SharedThreads
  close(): Promise<void>
}

/**
 * Opens a thread store that several gateways share, in a PostgreSQL database. Loads `pg`, an optional peer, on the first
 * call. The gateway takes part once `serve` or `shared.join` has announced its address.
 * @throws CapstanError `PG_MISSING`, `STORE_UNAVAILABLE`, `STORE_DENIED`, `STORE_TOO_NEW`. None contains the password.
 */
export async function openSharedThreadStore(options: SharedThreadStoreOptions): Promise<SharedThreadStore> {
  const { address, schema = 'capstan_gateway', leaseMs = 10_000 } = options
  const { onWarning: warn = (message: string) => process.emitWarning(message, 'CapstanWarning') } = options
  if (!isSchemaName(schema)) throw badSchema()
  const [{ connectPostgres }, { PostgresThreads }, { createThreadTablesSql, threadsVersion }] =
    await Promise.all([
      import('../../../sessions/store/postgres/pg-database.lazy.ts'),
      import('./postgres-thread-store.ts'),
      import('./threads-schema.ts'),
    ])
  const database = await connectPostgres(address, warn)
  try {
    await database.script(
      `BEGIN; SELECT pg_advisory_xact_lock(hashtext('${schema}')); ${createThreadTablesSql(schema)} COMMIT;`,
    )
    const [meta] = (await database.query(`SELECT version FROM ${schema}.meta`)) as { version: number }[]
    if (meta !== undefined && meta.version > threadsVersion) throw tooNew(meta.version, threadsVersion)
  } catch (error) {
    await database.close()
    throw error
  }
  return new PostgresThreads({ database, schema, leaseMs, warn })
}

function tooNew(found: number, known: number): CapstanError {
  return new CapstanError(
    'STORE_TOO_NEW',
    `The thread store has version ${found}; this Capstan supports up to ${known}`,
    { hint: 'Use the Capstan version that wrote it, or a newer one; nothing was changed.' },
  )
}
