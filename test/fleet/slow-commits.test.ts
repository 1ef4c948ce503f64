import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { createSessions } from '../../src/sessions/create-sessions.ts'
import type { Sessions } from '../../src/sessions/sessions.ts'
import { openSharedStore, type SharedStore } from '../../src/sessions/store/postgres/open-postgres-store.ts'
import { connectPostgres } from '../../src/sessions/store/postgres/pg-database.lazy.ts'
import { fakeSession, type FakeSession } from '../support/sessions/fake-session.ts'

const address = process.env['CAPSTAN_TEST_POSTGRES'] ?? ''
const other = new Client(address)
await other.connect()
afterAll(() => other.end())

let store: SharedStore
let sessions: Sessions
let ada: FakeSession
/** When the server canceled each statement. */
let canceled: number[]
let warnings: string[]
let schemas = 0

beforeEach(async () => {
  const onWarning = (message: string): void => void warnings.push(message)
  ;[canceled, warnings] = [[], []]
  const database = await connectPostgres(address, onWarning, { answerMs: 200 })
  const { query } = database
  database.query = (sql, values) =>
    query(sql, values).catch((error: unknown) => {
      canceled.push(performance.now())
      throw error
    })
  const schema = `slow_${process.pid}_${schemas++}`
  store = await openSharedStore({ database, schema, name: 'slow', leaseMs: 60_000, onWarning })
  sessions = createSessions({ store, onWarning })
  ada = fakeSession({ handle: 'ada' })
  await sessions.durably(() => sessions.register(ada))
})
afterEach(async () => {
  await other.query('ROLLBACK')
  await sessions.close()
})

/** Another transaction holds the lock that every commit needs. */
async function block(): Promise<void> {
  await other.query(`BEGIN; SELECT FROM ${store.schema}.head FOR UPDATE`)
}

const send = (text: string): Promise<unknown> =>
  sessions.durably(() => sessions.join({ name: 'Eve' }).send({ to: '@ada', text, mode: 'manual' }))

const texts = async (): Promise<unknown[]> => {
  const { rows } = await other.query(`SELECT body::json->>'text' AS text FROM ${store.schema}.messages`)
  return (rows as { text: string }[]).map(({ text }) => text).toSorted()
}

it('commits again after growing pauses when the server cancels a commit that takes too long', async () => {
  await block()
  const sent = send('late')
  await expect.poll(() => canceled.length).toBe(3)
  await other.query('ROLLBACK')
  await sent
  expect(await texts()).toEqual(['late'])
  const [first = 0, second = 0, third = 0] = canceled
  // Each attempt takes 200 ms; the pauses between them are at least 200 and 400 ms.
  expect([second - first >= 390, third - second >= 590]).toEqual([true, true])
  expect(warnings).toEqual(['PostgreSQL does not commit in time'])
})

it('refuses a commit that keeps taking too long with the cause and the fix, and stores what has happened', async () => {
  await sessions.durably(() => sessions.join({ name: 'Eve' }))
  await block()
  // Nobody waits for this one: the session is active, whether the store takes it or not.
  void ada.emit({ type: 'status.changed', status: 'active' })
  const refusal = {
    code: 'STORE_TIMEOUT',
    message: expect.stringMatching(
      /^PostgreSQL canceled a statement that took too long, \d times$/,
    ) as string,
    hint: 'Look for locks and long transactions in pg_stat_activity, or give the server more resources.',
  }
  await expect(send('lost')).rejects.toMatchObject(refusal)
  expect(sessions.deliveries.list({ recipient: 'ses_ada' })).toEqual([])
  const before = canceled.length
  // Without a commit in between, the server is at fault: the next caller waits for two attempts at most.
  await expect(send('lost too')).rejects.toMatchObject(refusal)
  expect(canceled.length - before).toBeLessThanOrEqual(2)
  await other.query('ROLLBACK')
  await send('stored')
  expect(await texts()).toEqual(['stored'])
  const { rows } = await other.query(
    `SELECT body::json->>'status' AS status FROM ${store.schema}.participants WHERE id = 'ses_ada'`,
  )
  expect(rows).toEqual([{ status: 'active' }])
})

it('delivers a message whose hand-over was refused because the server was too slow', async () => {
  await sessions.durably(() => sessions.join({ name: 'Eve' }).send({ to: '@ada', text: 'x', mode: 'manual' }))
  await block()
  void sessions.get('@ada').flush()
  await expect.poll(() => warnings).toContain('Could not deliver the messages queued for ses_ada')
  expect(ada.received).toEqual([])
  await other.query('ROLLBACK')
  await expect.poll(() => ada.received.map(({ text }) => text)).toEqual(['x'])
})

it('commits everything in smaller batches when one batch takes too long', async () => {
  await other.query(`CREATE FUNCTION ${store.schema}.slow_down() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END $$;
    CREATE TRIGGER slow_down BEFORE INSERT ON ${store.schema}.messages FOR EACH ROW
    EXECUTE FUNCTION ${store.schema}.slow_down()`)
  const numbers = Array.from({ length: 40 }, (_, index) => `${index}`.padStart(2, '0'))
  await Promise.all(numbers.map(send))
  expect(await texts()).toEqual(numbers)
  expect(canceled.length).toBeGreaterThan(0)
})
