import { afterAll, beforeAll, expect, it } from 'vitest'
import { ManualClock } from '../../src/core/manual-clock.ts'
import { createSessions } from '../../src/sessions/create-sessions.ts'
import type { Sessions } from '../../src/sessions/sessions.ts'
import type { SharedStore } from '../../src/sessions/store/postgres/open-postgres-store.ts'
import { fakeSession } from '../support/sessions/fake-session.ts'
import { failureOf } from '../support/sessions/session-lab.ts'
import { TestServer } from '../support/sessions/test-server.ts'

const day = 86_400_000
const server = new TestServer()
// The first statement starts the database.
beforeAll(() => server.database().query('SELECT 1'))
afterAll(() => server[Symbol.asyncDispose]())

interface Node {
  store: SharedStore
  sessions: Sessions
}

async function openNode(schema: string, clock: ManualClock): Promise<Node> {
  const store = await server.open({ schema })
  return { store, sessions: createSessions({ store, clock }) }
}

const countsOf = async ({ store }: Node): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const table of ['messages', 'deliveries', 'receipts', 'keys', 'invocations', 'participants']) {
    const [row] = await store.database.query(`SELECT count(*) AS count FROM ${store.schema}.${table}`)
    counts[table] = Number((row as { count: string }).count)
  }
  return counts
}

it('deletes ended messages, invocations and released sessions of all nodes after 30 days, and nothing else', async () => {
  const clock = new ManualClock(Date.parse('2026-01-01T00:00:00Z'))
  const schema = server.schema()
  const one = await openNode(schema, clock)
  const { sessions } = one
  const ann = await sessions.durably(() => sessions.join({ name: 'Ann', id: 'per_ann' }))
  await sessions.durably(() => sessions.register(fakeSession({ handle: 'bob' })))
  const old = fakeSession({ handle: 'old', methods: { release: () => Promise.resolve() } })
  const managed = await sessions.durably(() => sessions.register(old))
  sessions.actions.register({ name: 'now', description: 'x', handler: () => 1 })
  await ann.invoke('now', {}, { idempotencyKey: 'k' })
  const first = await sessions.durably(() => ann.send({ to: '@bob', text: 'ended', idempotencyKey: 'a' }))
  await sessions.durably(() => ann.send({ to: '@old', text: 'to a released session' }))
  const deadline = new Date(clock.now() + 90 * day)
  await sessions.durably(() => ann.send({ to: '@bob', text: 'queued', mode: 'manual', deadline }))
  const statesOf = (node: Node): string[] => node.store.deliveries().map(({ state }) => state)
  await expect.poll(() => statesOf(one)).toEqual(['delivered', 'delivered', 'pending'])
  await managed.release?.()
  await clock.advance(20 * day)
  await sessions.durably(() => ann.send({ to: '@bob', text: 'newer' }))
  await expect.poll(() => statesOf(one)).toEqual(['delivered', 'delivered', 'pending', 'delivered'])
  const watching = await server.open({ schema })
  await clock.advance(15 * day)
  await sessions.close()
  const two = await openNode(schema, clock)
  await expect
    .poll(() => countsOf(two), { timeout: 10_000 })
    .toEqual({ messages: 2, deliveries: 2, receipts: 1, keys: 0, invocations: 0, participants: 2 })
  await watching.refresh()
  for (const store of [two.store, watching]) {
    expect(store.deliveries().map(({ messageId }) => store.message(messageId)?.text)).toEqual([
      'queued',
      'newer',
    ])
    expect([store.message(first.message.id), store.idempotency('per_ann', 'a'), store.invocations()]).toEqual(
      [undefined, undefined, []],
    )
    expect([store.receipts(first.deliveries[0]?.id ?? ''), store.shared.lease('ses_old')]).toEqual([
      [],
      undefined,
    ])
  }
  // A node that loads the pruned state numbers the next delivery like all others.
  const later = await openNode(schema, clock)
  const sent = await later.sessions.durably(
    () =>
      later.sessions.find('per_ann')?.send({ to: 'ses_bob', text: 'next' }) as ReturnType<typeof ann.send>,
  )
  expect(later.store.delivery(sent.deliveries[0]?.id ?? '')?.sequence).toBe(4)
  await watching.refresh()
  expect(watching.delivery(sent.deliveries[0]?.id ?? '')?.sequence).toBe(4)
  for (const each of [two, later]) await each.sessions.close()
  await watching.close()
})

it('does not delete a message that another node delivers again at the same time', async () => {
  const clock = new ManualClock(Date.parse('2026-01-01T00:00:00Z'))
  const schema = server.schema()
  const one = await openNode(schema, clock)
  const bob = fakeSession({
    handle: 'bob',
    receive: () => ({ status: 'failed', reason: 'no', retryable: false }),
  })
  await one.sessions.durably(() => one.sessions.register(bob))
  const ann = await one.sessions.durably(() => one.sessions.join({ name: 'Ann' }))
  const { deliveries } = await one.sessions.durably(() => ann.send({ to: '@bob', text: 'again' }))
  const id = deliveries[0]?.id ?? ''
  await expect.poll(() => one.store.delivery(id)?.state).toBe('dead')
  await one.sessions.durably(() => ann.send({ to: '@bob', text: 'the newest stays' }))
  const two = await server.open({ schema, pollMs: 60_000 })
  await one.sessions.durably(() => {
    one.store.updateDelivery(id, { state: 'pending', availableAt: clock.now() + day })
  })
  // The second node has not read that change.
  two.updateDelivery(id, { readAt: 1 })
  const query = { messagesBefore: clock.now() + 60 * day, invocationsBefore: 0, limit: 10 }
  const pruned = two.shared.durably(() => two.prune?.(query))
  await pruned.catch(() => undefined)
  expect(one.store.message(deliveries[0]?.messageId ?? '')?.text).toBe('again')
  await two.refresh()
  expect(two.delivery(id)?.state).toBe('pending')
  await two.close()
  await one.sessions.close()
})

it('reports a cursor of deleted events with the oldest cursor, on every node', async () => {
  const schema = server.schema()
  const stores = [await server.open({ schema, maxEvents: 10 }), await server.open({ schema, maxEvents: 10 })]
  const [one, two] = stores.map((store) => createSessions({ store })) as [Sessions, Sessions]
  const bob = fakeSession({ handle: 'bob' })
  await one.durably(() => one.register(bob))
  for (let count = 0; count < 30; count++) await bob.emit({ type: 'tool.called', tool: 'ls' })
  await one.durably(() => undefined)
  await stores[1]?.refresh()
  const { firstCursor } = one.events
  expect(firstCursor).toBeGreaterThan(10)
  for (const { events } of [one, two]) {
    expect(failureOf(() => events.read({ after: 5 }))).toMatchObject({ code: 'CURSOR_EXPIRED', firstCursor })
    expect(events.read({ after: 0 })[0]?.cursor).toBe(firstCursor)
  }
  await one.close()
  await two.close()
})

it.runIf(process.env['CAPSTAN_TEST_POSTGRES'])('lets one node at a time prune', async () => {
  const schema = server.schema()
  const [one, two] = [await server.open({ schema }), await server.open({ schema })]
  const done = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const first = one.shared.exclusively('retention', () => {
    began.resolve()
    return done.promise
  })
  await began.promise
  expect(await two.shared.exclusively('retention', () => Promise.reject(new Error('both prune')))).toBe(false)
  done.resolve()
  expect(await first).toBe(true)
  expect(await two.shared.exclusively('retention', () => Promise.resolve())).toBe(true)
  await one.close()
  await two.close()
})
