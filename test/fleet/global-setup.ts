import { startPostgres } from '../support/fleet/postgres-server.ts'

/** Starts the PostgreSQL server that the tests of the store use. */
export async function setup(): Promise<() => void> {
  const server = await startPostgres({ command: (program, args) => [program, [...args]] }, '127.0.0.1')
  process.env['CAPSTAN_TEST_POSTGRES'] = server.address
  return () => server[Symbol.dispose]()
}
