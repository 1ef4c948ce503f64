import type { Database } from '../../../sessions/store/postgres/database.ts'
import { storeAddress } from '../../store-address.ts'
import { UsageError } from '../../usage-error.ts'

/** Connects to the database that the nodes share, runs `work` and disconnects. */
export async function withFleetDatabase<Result>(
  values: ReadonlyMap<string, readonly string[]>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const address = storeAddress(values)
  if (address === undefined) {
    throw new UsageError('No database is set', 'Set CAPSTAN_STORE to postgres://user@host:5432/database.')
  }
  const { connectPostgres } = await import('../../../sessions/store/postgres/pg-database.lazy.ts')
  const database = await connectPostgres(address, () => undefined)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
