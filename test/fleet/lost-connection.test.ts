import { expect, it } from 'vitest'
import { connectPostgres } from '../../src/sessions/store/postgres/pg-database.lazy.ts'

it('survives the loss of a connection that holds a lock', async () => {
  const address = process.env['CAPSTAN_TEST_POSTGRES'] ?? ''
  const database = await connectPostgres(address, () => undefined)
  const other = await connectPostgres(address, () => undefined)
  try {
    const ended = database.exclusively?.('lost connection', async () => {
      await other.query(
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()",
      )
      // The connection reports its end in a later turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    expect(await ended).toBe(true)
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  } finally {
    await database.close()
    await other.close()
  }
})
