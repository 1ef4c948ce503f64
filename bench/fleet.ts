import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createSessions } from '../src/sessions/create-sessions.ts'
import { openSharedStore } from '../src/sessions/store/postgres/open-postgres-store.ts'
import { connectPostgres } from '../src/sessions/store/postgres/pg-database.lazy.ts'
import { fakeSession } from '../test/support/sessions/fake-session.ts'
import { startPostgres } from '../test/support/fleet/postgres-server.ts'
import { measure, type Table } from './measure.ts'

/** Each sample takes seconds. */
const mostRounds = 3
const sends = 1000
const inFlight = 32

/** Durable sends of 1, 2 and 3 nodes to one session, on a PostgreSQL server of its own. */
export async function benchFleet(rounds: number): Promise<Table[]> {
  using server = await startPostgres({ command: (program, args) => [program, [...args]] }, '127.0.0.1')
  const { address } = server
  let schemas = 0
  const nodes = (count: number) => (): Promise<number> => sending(address, `bench_${schemas++}`, count)
  const rows = await measure(
    [
      {
        name: 'one transaction per message, one at a time',
        sample: () => plainSending(address, `plain_${schemas++}`),
      },
      { name: '1 node, 32 in flight', sample: nodes(1), budget: { ratio: 1 } },
      { name: '2 nodes, 32 in flight each', sample: nodes(2), budget: { ratio: 1 } },
      { name: '3 nodes, 32 in flight each', sample: nodes(3), budget: { ratio: 1 } },
    ],
    Math.min(rounds, mostRounds),
  )
  return [{ title: `Fleet: one of ${sends} durable messages per node to one session`, unit: 'µs', rows }]
}

/** The least a durable message needs: an insert that checks the owner, in a transaction of its own. */
async function plainSending(address: string, schema: string): Promise<number> {
  const database = await connectPostgres(address, () => undefined)
  await database.script(
    `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.leases (session text PRIMARY KEY, epoch bigint);
     INSERT INTO ${schema}.leases VALUES ('worker', 1);
     CREATE TABLE ${schema}.messages (id text PRIMARY KEY, body text)`,
  )
  const insert = `INSERT INTO ${schema}.messages SELECT $1, $2 FROM ${schema}.leases WHERE session = 'worker' AND epoch = 1`
  const from = performance.now()
  for (let index = 0; index < sends; index++) await database.query(insert, [String(index), 'x'.repeat(500)])
  const cost = ((performance.now() - from) * 1000) / sends
  await database.close()
  return cost
}

async function sending(address: string, schema: string, count: number): Promise<number> {
  const database = await connectPostgres(address, () => undefined)
  const store = await openSharedStore({ database, schema, name: 'worker', onWarning: () => undefined })
  const sessions = createSessions({ store })
  // Busy, so that the messages stay queued.
  await sessions.durably(() => sessions.register(fakeSession({ handle: 'worker' }), { status: 'active' }))
  const senders = Array.from({ length: count }, (_, index) =>
    spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'fleet/sender.ts'),
        address,
        schema,
        `n${index}`,
        String(sends),
        String(inFlight),
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    ),
  )
  const exits = senders.map((sender) => once(sender, 'exit'))
  await Promise.all(senders.map(({ stdout }) => once(stdout, 'data')))
  for (const { stdin } of senders) stdin.write('go')
  const times = await Promise.all(
    senders.map(async ({ stdout }) => Number(String((await once(stdout, 'data'))[0]))),
  )
  await Promise.all(exits)
  await sessions.close()
  return (Math.max(...times) * 1000) / (sends * count)
}
