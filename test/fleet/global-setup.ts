import type { Place } from '../support/fleet/network.ts'
import { startPostgres } from '../support/fleet/postgres-server.ts'

/** Starts the PostgreSQL server that the tests of the store use. */
export async function setup(): Promise<() => void> {
  const place: Place = { command: (program, args) => [program, [...args]] }
  const server = await startPostgres(place, '127.0.0.1', { fsync: false })
  process.env['CAPSTAN_TEST_POSTGRES'] = server.address
  return () => server[Symbol.dispose]()
}
