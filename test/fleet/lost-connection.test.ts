import { expect, it } from 'vitest'
import { openSharedStore } from '../../src/sessions/store/postgres/open-postgres-store.ts'
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

it('closes although work under a lock waits for a commit that never comes', async () => {
  const address = process.env['CAPSTAN_TEST_POSTGRES'] ?? ''
  const database = await connectPostgres(address, () => undefined)
  const { query } = database
  let isReachable = true
  database.query = async (sql, values) => {
    if (!isReachable) throw new Error('connection refused')
    return query(sql, values)
  }
  const schema = `lost_${process.pid}`
  const store = await openSharedStore({ database, schema, name: 'lost', onWarning: () => undefined })
  const person = { identity: { id: 'eve', name: 'Eve', handle: 'eve' }, kind: 'person' as const }
  const held = Promise.withResolvers<void>()
  const outcome = store.shared.exclusively('work', async () => {
    isReachable = false
    held.resolve()
    await store.shared.durably(() => store.putParticipant({ ...person, createdAt: 1, updatedAt: 1 }))
  })
  const refusal = outcome.catch((error: unknown) => error)
  await held.promise
  await store.close()
  expect(await refusal).toMatchObject({ code: 'STORE_UNAVAILABLE' })
})
