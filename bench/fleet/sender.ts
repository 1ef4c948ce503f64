import { once } from 'node:events'
import { createSessions } from '../../src/sessions/create-sessions.ts'
import { openSharedStore } from '../../src/sessions/store/postgres/open-postgres-store.ts'
import { connectPostgres } from '../../src/sessions/store/postgres/pg-database.lazy.ts'
import { text } from '../sessions/queue-lab.ts'

/*
 * One node that sends durable messages: it prints `ready`, starts at the first byte on stdin, and prints the
 * milliseconds it took.
 */
const [address = '', schema = '', name = '', count = '', inFlight = ''] = process.argv.slice(2)
const onWarning = (message: string): void => void process.stderr.write(`${message}\n`)
const database = await connectPostgres(address, onWarning)
const store = await openSharedStore({ database, schema, name, onWarning })
const sessions = createSessions({ store, onWarning, policy: { maxQueued: 10_000_000 } })
const person = await sessions.durably(() => sessions.join({ name, handle: name }))
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const from = performance.now()
let left = Number(count)
await Promise.all(
  Array.from({ length: Number(inFlight) }, async () => {
    while (left-- > 0) await sessions.durably(() => person.send({ to: '@worker', text }))
  }),
)
process.stdout.write(`${performance.now() - from}\n`)
await sessions.close()
process.exit()
