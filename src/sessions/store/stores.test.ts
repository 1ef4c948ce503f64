import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { ManualClock } from '../../core/manual-clock.ts'
import type { Delivery } from '../delivery.ts'
import type { SessionMessage } from '../messages/message.ts'
import { TestServer } from '../../../test/support/sessions/test-server.ts'
import { createMemoryStore } from './memory.ts'
import { recover } from './recover.ts'
import type { RetentionOptions } from './retention.ts'
import type { InvocationRecord, ParticipantRecord, SessionStore } from './session-store.ts'
import { openSqliteStore } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-stores-'))
const server = new TestServer()
const opened: SessionStore[] = []
afterAll(async () => {
  for (const store of opened) await store.close()
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

let files = 0
function openFile(options: RetentionOptions = {}): SessionStore {
  const store = openSqliteStore({ path: join(folder, `${files++}.db`), ...options })
  opened.push(store)
  return store
}

async function openPostgres(options: RetentionOptions = {}): Promise<SessionStore> {
  const store = await server.open(options)
  opened.push(store)
  return store
}

function message(id: string, more: Partial<SessionMessage> = {}): SessionMessage {
  return {
    id,
    messageId: id,
    kind: 'dm',
    text: `text of ${id}`,
    from: { id: 'ana', name: 'Ana', handle: 'ana' },
    to: ['bob'],
    conversationId: 'ana-bob',
    mentions: [],
    attachments: [],
    createdAt: '2026-11-01T00:00:00.000Z',
    ...more,
  }
}

type Draft = Omit<Delivery, 'sequence'>
function draft(id: string, more: Partial<Draft> = {}): Draft {
  return {
    id,
    messageId: `m-${id}`,
    sender: 'ana',
    recipient: 'bob',
    mode: 'on-idle',
    reason: 'dm',
    priority: 'normal',
    state: 'pending',
    attempts: 0,
    createdAt: 100,
    availableAt: 100,
    deadline: 1000,
    ...more,
  }
}

function send(store: SessionStore, id: string, more: Partial<Draft> = {}): Delivery[] {
  return store.addMessage(message(`m-${id}`), [draft(id, more)])
}

const idsOf = (deliveries: readonly Delivery[]): string[] => deliveries.map(({ id }) => id)

function codeOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return CapstanError.isInstance(error) ? error.code : String(error)
  }
  return 'nothing was thrown'
}

describe.each([
  ['memory', createMemoryStore],
  ['SQLite', openFile],
  ['PostgreSQL', openPostgres],
])('the store in %s', (_, open) => {
  it('keeps participants in insertion order', async () => {
    const store = await open()
    const record = (id: string, status?: ParticipantRecord['status']): ParticipantRecord => ({
      identity: { id, name: id, handle: id, metadata: { deep: { list: [1, null] } } },
      kind: 'session',
      ...(status === undefined ? {} : { status, origin: { agent: 'sim' } }),
      createdAt: 1,
      updatedAt: 2,
    })
    for (const id of ['zoe', 'ana', 'bob']) store.putParticipant(record(id))
    store.putParticipant(record('zoe', 'idle'))
    store.removeParticipant('ana')
    store.removeParticipant('nobody')
    expect(store.participants()).toEqual([record('zoe', 'idle'), record('bob')])
    expect(store.participant('zoe')).toEqual(record('zoe', 'idle'))
    expect(store.participant('ana')).toBeUndefined()
    store.putParticipant(record('ana'))
    expect(store.participants().map(({ identity }) => identity.id)).toEqual(['zoe', 'bob', 'ana'])
  })

  it('keeps channels', async () => {
    const store = await open()
    store.putChannel({ name: 'general', members: ['ana'], createdAt: 1 })
    store.putChannel({ name: 'dev', topic: 'work', members: [], createdAt: 2 })
    store.putChannel({ name: 'general', members: ['ana', 'bob'], createdAt: 1 })
    expect(store.channels()).toEqual([
      { name: 'general', members: ['ana', 'bob'], createdAt: 1 },
      { name: 'dev', topic: 'work', members: [], createdAt: 2 },
    ])
    expect(store.channel('dev')).toEqual({ name: 'dev', topic: 'work', members: [], createdAt: 2 })
    expect(store.channel('none')).toBeUndefined()
  })

  it('gives each recipient its own sequence without gaps', async () => {
    const store = await open()
    const both = (id: string): Delivery[] =>
      store.addMessage(message(id), [
        draft(`${id}-bob`, { messageId: id }),
        draft(`${id}-cleo`, { messageId: id, recipient: 'cleo' }),
      ])
    expect(both('one')).toEqual([
      { ...draft('one-bob', { messageId: 'one' }), sequence: 1 },
      { ...draft('one-cleo', { messageId: 'one', recipient: 'cleo' }), sequence: 1 },
    ])
    expect(send(store, 'two').map(({ sequence }) => sequence)).toEqual([2])
    expect(both('three').map(({ sequence }) => sequence)).toEqual([3, 2])
    expect(store.message('one')).toEqual(message('one'))
    expect(store.delivery('three-cleo')).toEqual({
      ...draft('three-cleo', { messageId: 'three', recipient: 'cleo' }),
      sequence: 2,
    })
    expect([store.message('none'), store.delivery('none')]).toEqual([undefined, undefined])
  })

  it('finds messages by conversation and thread, after a message, oldest first', async () => {
    const store = await open()
    store.addMessage(message('a'), [])
    store.addMessage(message('b', { threadId: 'a', parentId: 'a' }), [])
    store.addMessage(message('c', { conversationId: 'other' }), [])
    store.addMessage(message('d', { threadId: 'a', parentId: 'b' }), [])
    const find = (query: Parameters<SessionStore['messages']>[0]): string[] =>
      store.messages(query).map(({ id }) => id)
    expect(find({})).toEqual(['a', 'b', 'c', 'd'])
    expect(find({ conversationId: 'ana-bob' })).toEqual(['a', 'b', 'd'])
    expect(find({ threadId: 'a' })).toEqual(['b', 'd'])
    expect(find({ conversationId: 'ana-bob', after: 'a', limit: 1 })).toEqual(['b'])
    expect(find({ threadId: 'a', after: 'b' })).toEqual(['d'])
    expect(find({ after: 'none' })).toEqual([])
    expect(find({ limit: 0 })).toEqual([])
  })

  it('finds messages by key, and rejects duplicate ids and keys', async () => {
    const store = await open()
    const key = { sender: 'ana', key: 'k', digest: 'd', messageId: 'm-1' }
    store.addMessage(message('m-1'), [draft('1')], key)
    expect(store.idempotency('ana', 'k')).toEqual(key)
    expect([store.idempotency('bob', 'k'), store.idempotency('ana', 'none')]).toEqual([undefined, undefined])

    expect(codeOf(() => store.addMessage(message('m-1'), []))).toBe('STORE_CONFLICT')
    expect(codeOf(() => store.addMessage(message('m-2'), [draft('2'), draft('1')]))).toBe('STORE_CONFLICT')
    expect(codeOf(() => store.addMessage(message('m-3'), [draft('3')], { ...key, messageId: 'm-3' }))).toBe(
      'STORE_CONFLICT',
    )
    expect(store.messages({}).map(({ id }) => id)).toEqual(['m-1'])
    expect(idsOf(store.deliveries())).toEqual(['1'])
    expect(send(store, '4').map(({ sequence }) => sequence)).toEqual([2])
  })

  it('finds and counts deliveries', async () => {
    const store = await open()
    send(store, 'a')
    send(store, 'b', { sender: 'cleo', mode: 'immediate' })
    send(store, 'c', { recipient: 'dan', sender: 'bob', mode: 'immediate' })
    send(store, 'd')
    store.updateDelivery('a', { state: 'delivered', readAt: 150 })
    store.updateDelivery('d', { state: 'dead', dead: { reason: 'failed', detail: 'no' } })
    const found = (query?: Parameters<SessionStore['deliveries']>[0]): string[] => {
      const ids = idsOf(store.deliveries(query))
      expect(store.countDeliveries(query)).toBe(ids.length)
      return ids
    }
    expect(found()).toEqual(['a', 'b', 'c', 'd'])
    expect(found({ order: 'newest' })).toEqual(['d', 'c', 'b', 'a'])
    expect(found({ order: 'newest', limit: 2 })).toEqual(['d', 'c'])
    expect(found({ limit: 0 })).toEqual([])
    expect(found({ recipient: 'bob' })).toEqual(['a', 'b', 'd'])
    expect(found({ recipient: 'bob', order: 'newest', limit: 1 })).toEqual(['d'])
    expect(found({ recipient: 'bob', afterSequence: 1 })).toEqual(['b', 'd'])
    expect(found({ recipient: 'bob', unread: true })).toEqual(['b', 'd'])
    expect(found({ recipient: 'bob', unread: false })).toEqual(['a', 'b', 'd'])
    expect(found({ recipient: 'nobody' })).toEqual([])
    expect(found({ sender: 'ana' })).toEqual(['a', 'd'])
    expect(found({ messageId: 'm-c' })).toEqual(['c'])
    expect(found({ states: ['dead', 'delivered'] })).toEqual(['a', 'd'])
    expect(found({ states: ['dead', 'dead'], recipient: 'bob' })).toEqual(['d'])
    expect(found({ states: [] })).toEqual([])
    expect(found({ recipient: 'bob', states: [] })).toEqual([])
    expect(found({ modes: ['immediate'] })).toEqual(['b', 'c'])
    expect(found({ recipient: 'bob', states: ['pending'], modes: ['immediate'] })).toEqual(['b'])
    expect(found({ afterSequence: 2 })).toEqual(['d'])
  })

  it('changes a delivery and stores its receipt', async () => {
    const store = await open()
    send(store, 'a')
    const failed = { deliveryId: 'a', attempt: 1, at: 200, status: 'failed', reason: 'no' } as const
    const dead = { state: 'dead', attempts: 1, dead: { reason: 'failed', detail: 'no' } } as const
    expect(store.updateDelivery('a', dead, failed)).toEqual({ ...draft('a'), ...dead, sequence: 1 })
    expect(store.delivery('a')).toEqual({ ...draft('a'), ...dead, sequence: 1 })

    const again = { state: 'pending', deadline: 5000, availableAt: 300.5, mode: 'immediate' } as const
    store.updateDelivery('a', { ...again, dead: undefined, readAt: 7 })
    const alive = { ...draft('a'), ...again, sequence: 1, attempts: 1 }
    expect(store.delivery('a')).toStrictEqual({ ...alive, readAt: 7 })

    const delivered = { deliveryId: 'a', attempt: 2, at: 400, status: 'delivered' } as const
    store.updateDelivery('a', { state: 'delivered', readAt: undefined, mode: undefined }, delivered)
    expect(store.delivery('a')).toStrictEqual({ ...alive, state: 'delivered' })
    expect(store.receipts('a')).toEqual([failed, delivered])
    expect(store.receipts('none')).toEqual([])
    expect(codeOf(() => store.updateDelivery('none', {}))).toBe('UNKNOWN_DELIVERY')
  })

  it('keeps the order of one sender and mode', async () => {
    const store = await open()
    send(store, 'a1')
    send(store, 'a2')
    send(store, 'a-now', { mode: 'immediate' })
    send(store, 'c1', { sender: 'cleo' })
    send(store, 'c2', { sender: 'cleo', availableAt: 50 })
    send(store, 'other', { recipient: 'dan' })
    const due = (now = 500, modes: Delivery['mode'][] = ['on-idle']): string[] =>
      idsOf(store.due({ recipient: 'bob', modes, now }))

    expect(due()).toEqual(['a1', 'c1'])
    // A delivery that was never deferred is always due, even if the clock was set back.
    expect(due(99)).toEqual(['a1', 'c1'])
    expect(due(500, ['immediate', 'on-idle', 'immediate'])).toEqual(['a1', 'a-now', 'c1'])
    expect(due(500, [])).toEqual([])
    for (const state of ['surfacing', 'accepted', 'in-doubt'] as const) {
      store.updateDelivery('a1', { state })
      expect(due()).toEqual(['c1'])
    }
    store.updateDelivery('a1', { state: 'pending', availableAt: 600 })
    expect(due()).toEqual(['c1'])
    expect(due(600)).toEqual(['a1', 'c1'])
    store.updateDelivery('a1', { state: 'dead', dead: { reason: 'attempts', detail: '' } })
    expect(due()).toEqual(['a2', 'c1'])
    store.updateDelivery('a2', { mode: 'manual' })
    expect(due()).toEqual(['c1'])
    store.updateDelivery('a1', { state: 'pending', availableAt: 0, dead: undefined })
    store.updateDelivery('c1', { state: 'delivered' })
    expect(due()).toEqual(['a1', 'c2'])
    expect(idsOf(store.due({ recipient: 'nobody', modes: ['on-idle'], now: 500 }))).toEqual([])
  })

  it('finds the next due time and expired deliveries', async () => {
    const store = await open()
    expect(store.nextMoment(0)).toBeUndefined()
    send(store, 'a')
    send(store, 'b', { deadline: 800 })
    send(store, 'later', { availableAt: 300, deadline: 900 })
    send(store, 'doubt', { deadline: 200, state: 'in-doubt' })
    send(store, 'surfacing', { deadline: 200, state: 'surfacing' })
    expect(store.nextMoment(99)).toBe(300)
    expect(store.nextMoment(300)).toBe(800)
    expect(store.nextMoment(5000)).toBe(800)
    expect(idsOf(store.expired(799))).toEqual([])
    store.updateDelivery('later', { state: 'accepted' })
    expect(store.nextMoment(100)).toBe(800)
    expect(idsOf(store.expired(1000))).toEqual(['b', 'later', 'a'])
    expect(idsOf(store.expired(1000, 2))).toEqual(['b', 'later'])
    expect(idsOf(store.expired(1000, 0))).toEqual([])
    for (const id of ['a', 'b', 'later']) store.updateDelivery(id, { state: 'delivered' })
    expect(store.nextMoment(0)).toBeUndefined()
    expect(idsOf(store.expired(1000))).toEqual([])
  })

  it('keeps events in order, with increasing cursors', async () => {
    const store = await open()
    expect([store.lastCursor(), store.events()]).toEqual([0, []])
    const log = (session: string, event: AgentSessionEvent): number =>
      store.appendEvent({ at: 5, session, event }).cursor
    log('ana', { type: 'tool.called', tool: 'read', input: { path: 'x' } })
    log('bob', { type: 'status.changed', status: 'idle' })
    log('ana', { type: 'status.changed', status: 'active' })
    const all = store.events()
    expect(all).toEqual([
      {
        cursor: 1,
        at: 5,
        session: 'ana',
        event: { type: 'tool.called', tool: 'read', input: { path: 'x' } },
      },
      { cursor: 2, at: 5, session: 'bob', event: { type: 'status.changed', status: 'idle' } },
      { cursor: 3, at: 5, session: 'ana', event: { type: 'status.changed', status: 'active' } },
    ])
    const cursors = (query: Parameters<SessionStore['events']>[0]): number[] =>
      store.events(query).map(({ cursor }) => cursor)
    expect(store.lastCursor()).toBe(3)
    expect(cursors({ after: 1 })).toEqual([2, 3])
    expect(cursors({ session: 'ana' })).toEqual([1, 3])
    expect(cursors({ session: 'ana', types: ['status.changed', 'log'] })).toEqual([3])
    expect(cursors({ types: ['status.changed'], limit: 1 })).toEqual([2])
    expect(cursors({ after: 3 })).toEqual([])
    expect(cursors({ types: [] })).toEqual([])
  })

  it('keeps the newest events and continues their cursors', async () => {
    const store = await open({ maxEvents: 20 })
    const add = (count: number): void => {
      for (let index = 0; index < count; index++)
        store.appendEvent({ at: index, session: 'ana', event: { type: 'log', level: 'info', message: 'x' } })
    }
    const kept = (): unknown => [store.firstCursor(), store.events().length, store.lastCursor()]
    expect(kept()).toEqual([1, 0, 0])
    add(21)
    expect(kept()).toEqual([1, 21, 21])
    add(1)
    expect(kept()).toEqual([3, 20, 22])
    add(100)
    expect(kept()).toEqual([103, 20, 122])
    expect(store.events({ after: 50, limit: 2 }).map(({ cursor }) => cursor)).toEqual([103, 104])
    expect(store.events({ after: 120 }).map(({ cursor }) => cursor)).toEqual([121, 122])
    const fail = (): void =>
      store.transaction(() => {
        add(50)
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect(kept()).toEqual([103, 20, 122])
    add(1)
    expect(store.events().at(-1)?.cursor).toBe(123)
  })

  it.each([0, 1.5, -1, Number.NaN])('rejects a limit of %d events', async (maxEvents) => {
    await expect((async () => open({ maxEvents }))()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  it('restores the dates in events', async () => {
    const store = await open()
    const at = new Date('2026-11-01T10:00:00.000Z')
    const chunk = { id: 'c', at, role: 'agent', content: 'hi', sequence: 1 } as const
    const deferred = { type: 'delivery.deferred', deliveryId: 'd', messageId: 'm' } as const
    store.appendEvent({ at: 1, session: 'ana', event: { type: 'transcript.chunk', chunk } })
    const entry = store.appendEvent({ at: 1, session: 'ana', event: { ...deferred, availableAt: at } })
    const events: AgentSessionEvent[] = [
      { type: 'transcript.chunk', chunk },
      { ...deferred, availableAt: '2026-11-01T10:00:00.000Z' },
    ]
    expect(store.events().map(({ event }) => event)).toEqual(events)
    expect(entry.event).toEqual(events[1])
  })

  it('keeps invocations', async () => {
    const store = await open()
    const record = (id: string, more: Partial<InvocationRecord> = {}): InvocationRecord => ({
      id,
      action: 'deploy',
      caller: 'ana',
      status: 'invoked',
      input: { to: ['prod'] },
      startedAt: 1,
      ...more,
    })
    const done = record('i1', { status: 'completed', output: null, endedAt: 9, idempotencyKey: 'k' })
    store.putInvocation(record('i1'))
    store.putInvocation(record('i2', { caller: 'bob', idempotencyKey: 'k' }))
    store.putInvocation(record('i3', { action: 'test' }))
    store.putInvocation(done)
    const ids = (query?: Parameters<SessionStore['invocations']>[0]): string[] =>
      store.invocations(query).map(({ id }) => id)
    expect(store.invocation('i1')).toEqual(done)
    expect(store.invocation('none')).toBeUndefined()
    expect(ids()).toEqual(['i1', 'i2', 'i3'])
    expect(ids({ action: 'deploy' })).toEqual(['i1', 'i2'])
    expect(ids({ caller: 'ana', idempotencyKey: 'k' })).toEqual(['i1'])
    expect(ids({ caller: 'ana', limit: 1 })).toEqual(['i1'])
  })

  it('rolls back whole transactions, also nested ones', async () => {
    const store = await open()
    send(store, 'kept')
    store.putParticipant({
      identity: { id: 'ana', name: 'Ana', handle: 'ana' },
      kind: 'person',
      createdAt: 1,
      updatedAt: 1,
    })
    store.putChannel({ name: 'general', members: [], createdAt: 1 })
    const before = everythingIn(store)
    const change = (): void => {
      send(store, 'new')
      store.updateDelivery('kept', { state: 'surfacing', attempts: 1 })
      store.updateDelivery(
        'kept',
        { state: 'delivered' },
        { deliveryId: 'kept', attempt: 1, at: 1, status: 'delivered' },
      )
      store.appendEvent({ at: 1, session: 'ana', event: { type: 'log', level: 'info', message: 'x' } })
      store.removeParticipant('ana')
      store.putChannel({ name: 'general', members: ['ana'], createdAt: 1 })
      store.putInvocation({ id: 'i', action: 'a', caller: 'ana', status: 'invoked', input: 1, startedAt: 1 })
    }
    const failing = (work: () => void): void =>
      store.transaction(() => {
        work()
        throw new Error('taken back')
      })
    expect(() => failing(change)).toThrow('taken back')
    expect(everythingIn(store)).toEqual(before)

    const answer = store.transaction(() => {
      send(store, 'outer')
      expect(() => failing(change)).toThrow('taken back')
      store.transaction(() => send(store, 'inner'))
      return 'answer'
    })
    expect(answer).toBe('answer')
    expect(idsOf(store.deliveries())).toEqual(['kept', 'outer', 'inner'])
    expect(idsOf(store.due({ recipient: 'bob', modes: ['on-idle'], now: 500 }))).toEqual(['kept'])

    expect(() =>
      failing(() => {
        store.transaction(change)
        store.transaction(() => send(store, 'more'))
      }),
    ).toThrow('taken back')
    expect(idsOf(store.deliveries())).toEqual(['kept', 'outer', 'inner'])
    expect(send(store, 'next').map(({ sequence }) => sequence)).toEqual([4])
  })

  it('keeps any text and large bodies unchanged', async () => {
    const store = await open()
    const text = 'naïve 😀 \u0000 \u2028 \ud800 שלום\r\n'
    const large = 'x'.repeat(8 * 1024 * 1024)
    const given = message('m', {
      text,
      attachments: [
        { type: 'text', text: large },
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      ],
      metadata: { [text]: [text] },
    })
    store.addMessage(given, [], { sender: 'ana', key: 'naïve 😀', digest: 'd', messageId: 'm' })
    expect(store.message('m')).toEqual(given)
    expect(store.idempotency('ana', 'naïve 😀')?.messageId).toBe('m')
  })

  it('puts unfinished deliveries in doubt with a receipt', async () => {
    const store = await open()
    send(store, 'pending')
    send(store, 'surfacing', { state: 'surfacing', attempts: 2 })
    send(store, 'accepted', { state: 'accepted', attempts: 1, recipient: 'cleo' })
    send(store, 'delivered', { state: 'delivered' })
    const clock = new ManualClock(777)
    expect(recover({ store, clock })).toEqual([
      { ...draft('surfacing', { state: 'in-doubt', attempts: 2 }), sequence: 2 },
      { ...draft('accepted', { state: 'in-doubt', attempts: 1, recipient: 'cleo' }), sequence: 1 },
    ])
    expect(store.receipts('surfacing')).toEqual([
      {
        deliveryId: 'surfacing',
        attempt: 2,
        at: 777,
        status: 'in-doubt',
        reason: 'the process ended during the delivery',
      },
    ])
    expect(store.receipts('accepted').map(({ reason }) => reason)).toEqual([
      "the process ended while the message was in the session's queue",
    ])
    expect(recover({ store, clock })).toEqual([])
    expect(store.deliveries().map(({ state }) => state)).toEqual([
      'pending',
      'in-doubt',
      'in-doubt',
      'delivered',
    ])
  })
})

function everythingIn(store: SessionStore): unknown {
  return [
    store.participants(),
    store.channels(),
    store.messages({}),
    store.deliveries(),
    store.deliveries().map(({ id }) => store.receipts(id)),
    store.events(),
    store.lastCursor(),
    store.invocations(),
    store.nextMoment(0),
    store.due({ recipient: 'bob', modes: ['on-idle'], now: 500 }),
    store.countDeliveries({ recipient: 'bob', states: ['pending'] }),
  ]
}
