import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../../../../test/support/sessions/test-server.ts'
import type { Delivery } from '../../delivery.ts'
import type { SessionMessage } from '../../messages/message.ts'
import type { IdempotencyRecord, SessionStore } from '../session-store.ts'
import type { SharedStore, SharedStoreOptions } from './open-postgres-store.ts'

let server: TestServer
const opened: SharedStore[] = []
beforeAll(() => {
  server = new TestServer()
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})
afterAll(() => server[Symbol.asyncDispose]())

async function open(schema: string, options: Partial<SharedStoreOptions> = {}): Promise<SharedStore> {
  const store = await server.open({ schema, onWarning: () => undefined, ...options })
  opened.push(store)
  return store
}

async function openTwo(options: Partial<SharedStoreOptions> = {}): Promise<[SharedStore, SharedStore]> {
  const schema = server.schema()
  return [await open(schema, options), await open(schema, options)]
}

function send(
  store: SessionStore,
  id: string,
  { recipient = 'bob', key }: { recipient?: string; key?: string } = {},
): Delivery[] {
  const message: SessionMessage = {
    id: `m-${id}`,
    messageId: `m-${id}`,
    kind: 'dm',
    text: id,
    from: { id: 'ana', name: 'Ana', handle: 'ana' },
    to: [recipient],
    conversationId: 'c',
    mentions: [],
    attachments: [],
    createdAt: '2026-11-01T00:00:00.000Z',
  }
  const idempotency: IdempotencyRecord | undefined =
    key === undefined ? undefined : { sender: 'ana', key, digest: id, messageId: message.id }
  const draft = {
    id,
    messageId: message.id,
    sender: 'ana',
    recipient,
    mode: 'on-idle' as const,
    reason: 'dm' as const,
    priority: 'normal' as const,
    state: 'pending' as const,
    attempts: 0,
    createdAt: 100,
    availableAt: 100,
    deadline: 1000,
  }
  return store.addMessage(message, [draft], idempotency)
}

const note = (
  message: string,
): { at: number; session: string; event: { type: 'log'; level: 'info'; message: string } } => ({
  at: 1,
  session: 'bob',
  event: { type: 'log', level: 'info', message },
})

it('gives deliveries of both nodes one sequence and events one order', async () => {
  const [one, two] = await openTwo()
  const ids = Array.from({ length: 20 }, (_, index) => index)
  await Promise.all(
    ids.flatMap((index) =>
      [one, two].map((store, which) =>
        store.shared.durably(() => {
          store.transaction(() => {
            send(store, `d${which}-${index}`)
            store.appendEvent(note(`${which}-${index}`))
          })
        }),
      ),
    ),
  )
  const sequences = (store: SessionStore): [string, number][] =>
    store.deliveries({ recipient: 'bob' }).map(({ id, sequence }) => [id, sequence])
  await expect.poll(() => sequences(one).length + sequences(two).length).toBe(80)
  expect(sequences(one)).toEqual(sequences(two))
  expect(sequences(one).map(([, sequence]) => sequence)).toEqual(ids.concat(ids).map((_, index) => index + 1))
  expect(one.events()).toEqual(two.events())
  expect(one.events().map(({ cursor }) => cursor)).toEqual(ids.concat(ids).map((_, index) => index + 1))
})

it('publishes the events of both nodes in the order of their cursors', async () => {
  const [one, two] = await openTwo()
  const seen = [one, two].map((store) => {
    const cursors: number[] = []
    store.shared.subscribe({
      onChanges: ({ events }) => void cursors.push(...events.map(({ cursor }) => cursor)),
    })
    return cursors
  })
  for (let index = 0; index < 15; index++) {
    for (const store of [one, two]) store.appendEvent(note(String(index)))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const all = Array.from({ length: 30 }, (_, index) => index + 1)
  await expect.poll(() => seen).toEqual([all, all])
})

it('stores one of two messages that two nodes send under the same key', async () => {
  const [one, two] = await openTwo()
  const results = await Promise.allSettled([
    one.shared.durably(() => send(one, 'first', { key: 'k' })),
    two.shared.durably(() => send(two, 'second', { key: 'k' })),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'STORE_CONFLICT' },
  })
  await expect.poll(() => [one.messages({}).length, two.messages({}).length]).toEqual([1, 1])
  expect(one.messages({})).toEqual(two.messages({}))
  expect(one.idempotency('ana', 'k')).toEqual(two.idempotency('ana', 'k'))
})

it('refuses the second of two changes of the same channel', async () => {
  const [one, two] = await openTwo()
  await one.shared.durably(() => one.putChannel({ name: 'dev', members: [], createdAt: 1 }))
  await expect.poll(() => two.channel('dev')).toBeDefined()
  const results = await Promise.allSettled([
    one.shared.durably(() => one.putChannel({ name: 'dev', members: ['ana'], createdAt: 1 })),
    two.shared.durably(() => two.putChannel({ name: 'dev', members: ['bob'], createdAt: 1 })),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect
    .poll(() => [one.channel('dev'), one.channel('dev')?.members.length])
    .toEqual([two.channel('dev'), 1])
})

it('gives a session to one of two nodes that claim it', async () => {
  const [one, two] = await openTwo()
  const lost: string[] = []
  for (const store of [one, two]) {
    store.shared.subscribe({
      onLost: (sessions) => void lost.push(...sessions.map((id) => `${store.shared.node} ${id}`)),
    })
  }
  const results = await Promise.allSettled(
    [one, two].map((store) => store.shared.durably(() => store.shared.claim('bob'))),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [winner, loser] = results[0]?.status === 'fulfilled' ? [one, two] : [two, one]
  await expect.poll(() => loser.shared.lease('bob')).toMatchObject({ node: winner.shared.node, epoch: 1 })
  expect([winner.shared.owns('bob'), loser.shared.owns('bob')]).toEqual([true, false])
  expect(lost).toEqual([`${loser.shared.node} bob`])
  expect(() => loser.updateDelivery(send(loser, 'd')[0]?.id ?? '', { state: 'dead' })).toThrow(
    expect.objectContaining({ code: 'NOT_OWNER' }),
  )
})

it('writes nothing of an owner whose session was taken over while it could not reach the database', async () => {
  const schema = server.schema()
  const database = server.database()
  const stale = await open(schema, { database, leaseMs: 1500 })
  const next = await open(schema)
  const lost: string[] = []
  stale.shared.subscribe({ onLost: (sessions) => void lost.push(...sessions) })
  await stale.shared.durably(() => {
    stale.shared.claim('bob')
    send(stale, 'd1')
  })
  database.isReachable = false
  // Without its own clock the stale owner would still believe in its lease here.
  const outcome = stale.shared.durably(() =>
    stale.transaction(() => {
      stale.updateDelivery('d1', { state: 'surfacing', attempts: 1 })
      stale.appendEvent(note('of the stale owner'))
    }),
  )
  outcome.catch(() => undefined)
  await expect.poll(() => lost).toEqual(['bob'])
  await expect
    .poll(() =>
      next.shared
        .durably(() => next.shared.claim('bob'))
        .then(
          () => true,
          () => false,
        ),
    )
    .toBe(true)
  await next.shared.durably(() => next.updateDelivery('d1', { state: 'in-doubt' }))
  database.isReachable = true
  await expect(outcome).rejects.toMatchObject({ code: 'NOT_OWNER' })
  await expect.poll(() => stale.delivery('d1')?.state).toBe('in-doubt')
  const fresh = await open(schema)
  expect(fresh.delivery('d1')).toMatchObject({ state: 'in-doubt', attempts: 0 })
  expect(fresh.events()).toEqual([])
  expect(fresh.shared.lease('bob')).toMatchObject({ node: next.shared.node, epoch: 2 })
})

it('refuses the writes of a lapsed lease that nobody has taken over', async () => {
  const schema = server.schema()
  const database = server.database()
  const store = await open(schema, { database, leaseMs: 1500 })
  await store.shared.durably(() => {
    store.shared.claim('bob')
    send(store, 'd1')
  })
  database.isReachable = false
  const write = store.shared.durably(() => store.updateDelivery('d1', { state: 'surfacing' }))
  write.catch(() => undefined)
  await expect.poll(() => store.shared.owns('bob')).toBe(false)
  // The node gives up a fifth of the lease before the database does.
  await new Promise((resolve) => setTimeout(resolve, 500))
  database.isReachable = true
  await expect(write).rejects.toMatchObject({ code: 'NOT_OWNER' })
  expect((await open(schema)).delivery('d1')?.state).toBe('pending')
})

it('commits a message once whose commit was answered too late', async () => {
  const schema = server.schema()
  const database = server.database()
  const { query } = database
  let losses = 0
  database.query = async (sql, values) => {
    const rows = await query(sql, values)
    if (sql.includes('commit_batch') && values?.[1] !== null && losses++ < 3)
      throw new Error('the answer was lost')
    return rows
  }
  const store = await open(schema, { database })
  await store.shared.durably(() => send(store, 'd1'))
  expect(losses).toBeGreaterThan(3)
  const fresh = await open(schema)
  expect(fresh.deliveries().map(({ id, sequence }) => [id, sequence])).toEqual([['d1', 1]])
})

it('gives its sessions up when it closes', async () => {
  const [one, two] = await openTwo()
  await one.shared.durably(() => one.shared.claim('bob'))
  await one.close()
  opened.splice(opened.indexOf(one), 1)
  await expect.poll(() => two.shared.lease('bob')).toMatchObject({ node: undefined, epoch: 2 })
  await two.shared.durably(() => two.shared.claim('bob'))
  expect(two.shared.owns('bob')).toBe(true)
})

it.runIf(process.env['CAPSTAN_TEST_POSTGRES'])(
  'reads a store that takes longer than other statements may',
  async () => {
    const database = server.database()
    expect(await database.readAll('SELECT 1 AS one FROM pg_sleep(6)')).toEqual([{ one: 1 }])
    await expect(database.query('SELECT pg_sleep(6)')).rejects.toMatchObject({ code: 'STORE_TIMEOUT' })
    await database.close()
  },
)
