import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import {
  createSessions,
  type DeliveryMode,
  type MessageReceipt,
  openPostgresStore,
  openSqliteStore,
} from '../../../src/sessions/index.ts'
import { ableCapabilities, type FakeSession, fakeSession } from './fake-session.ts'

/**
 * A process that sends and delivers as fast as it can until it is killed. Arguments: the path of the store or its
 * address in PostgreSQL, the file to which sessions append surfaced ids, the file to which it appends sent ids, and `drain` to send nothing and end when all is
 * delivered.
 */
const [storePath = '', surfacedPath = '', sentPath = '', task] = process.argv.slice(2)
const workers = ['one', 'two', 'three']
const modes: DeliveryMode[] = ['immediate', 'on-idle', 'next-tool-call', 'manual']

const surfacedFile = openSync(surfacedPath, 'a')
const sentFile = openSync(sentPath, 'a')

/** Written data survives a kill; only a power loss needs a sync. */
function append(file: number, line: string): void {
  writeSync(file, `${line}\n`)
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

const sessions = createSessions({
  store: storePath.startsWith('postgres:')
    ? await openPostgresStore({ address: storePath, schema: 'crash' })
    : openSqliteStore({ path: storePath }),
  policy: { inDoubt: 'hold', backoffMs: 2, maxBackoffMs: 4, maxAttempts: 1_000_000, deadlineMs: 1e10 },
})

/** Settles deliveries in doubt by the file of surfaced ids. */
function settleDoubts(): void {
  const surfaced = new Set(readFileSync(surfacedPath, 'utf8').split('\n'))
  for (const { id } of sessions.deliveries.list({ states: ['in-doubt'] })) {
    if (surfaced.has(id)) sessions.deliveries.settle(id, 'delivered')
    else sessions.deliveries.redeliver(id)
  }
}

/** Answers messages in every possible way; a message surfaces when its line is in the file. */
function worker(handle: string): FakeSession {
  const session: FakeSession = fakeSession({
    handle,
    capabilities: {
      ...ableCapabilities,
      delivery: { modes, queue: true },
      events: { emits: ['status.changed', 'status.active', 'tool.called', 'delivery.delivered'] },
    },
    receive: async (message, { id }): Promise<MessageReceipt> => {
      const way = Math.random()
      if (way < 0.1) return { status: 'failed', reason: 'not now', retryable: true }
      if (way < 0.2) return { status: 'deferred', availableAt: new Date(Date.now() + 2) }
      if (way < 0.4) {
        setTimeout(() => {
          append(surfacedFile, id)
          void session.emit({ type: 'delivery.delivered', deliveryId: id, messageId: message.id })
        }, Math.random() * 3)
        return { status: 'accepted', deliveryId: id }
      }
      if (way < 0.6) await new Promise((resolve) => setTimeout(resolve, Math.random() * 3))
      append(surfacedFile, id)
      return { status: 'delivered', deliveryId: id }
    },
  })
  return session
}

const fakes = workers.map(worker)
// A node of a fleet puts the deliveries of the previous owner in doubt when it registers a session.
const managed = await sessions.durably(() => fakes.map((fake) => sessions.register(fake)))
await sessions.durably(settleDoubts)
const people = await sessions.durably(() => ['ana', 'bob'].map((name) => sessions.join({ id: name, name })))
// Speeds up the next start: a killed process would leave no compile cache.
flushCompileCache()
process.stdout.write('ready\n')

async function send(): Promise<void> {
  const mode = pick(modes)
  const to = `@${pick(workers)}`
  const text = `naïve 😀 ${'x'.repeat(Math.random() * 500)}`
  const { deliveries } = await sessions.durably(() => pick(people).send({ to, text, mode }))
  for (const { id } of deliveries) append(sentFile, id)
}

async function reachBoundaries(): Promise<void> {
  for (const fake of fakes) {
    await fake.emit({ type: 'status.changed', status: 'active' })
    await fake.emit({ type: 'tool.called', tool: 'read' })
    await fake.emit({ type: 'status.changed', status: 'idle' })
  }
  for (const session of managed) await session.flush()
}

const left = (): number =>
  managed.reduce((sum, { identity }) => {
    const recipient = identity.id
    const open = sessions.deliveries.list({
      recipient,
      states: ['pending', 'surfacing', 'accepted', 'in-doubt'],
    })
    return sum + open.length
  }, 0)

async function turn(): Promise<void> {
  await reachBoundaries()
  await new Promise((resolve) => setTimeout(resolve, 1))
}

if (task === 'drain') while (left() > 0) await turn()
else {
  for (;;) {
    await Promise.all(Array.from({ length: 20 }, send))
    await turn()
  }
}
await sessions.close()
closeSync(surfacedFile)
closeSync(sentFile)
