import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Delivery } from '../../src/sessions/delivery.ts'
import { fakeSession, type FakeSession } from '../support/sessions/fake-session.ts'
import { FleetLab, type LabNode } from '../support/sessions/fleet-lab.ts'

let lab: FleetLab
beforeAll(() => {
  lab = new FleetLab()
})
afterEach(() => lab.closeNodes())
afterAll(() => lab[Symbol.asyncDispose]())

async function openTwo(): Promise<[LabNode, LabNode]> {
  return [await lab.node(), await lab.node()]
}

async function registerAda(
  node: LabNode,
  options: Partial<Parameters<typeof fakeSession>[0]> = {},
): Promise<FakeSession> {
  const ada = fakeSession({ handle: 'ada', ...options })
  await node.sessions.durably(() => node.sessions.register(ada))
  return ada
}

/** Waits until a node knows @ada. */
async function known({ sessions }: LabNode): Promise<void> {
  await expect.poll(() => sessions.records().map(({ identity }) => identity.handle)).toContain('ada')
}

const stateOf = (node: LabNode, { id }: Pick<Delivery, 'id'>): string =>
  node.sessions.deliveries.get(id).state

it('delivers a message that another node stored, and shows its receipts there', async () => {
  const [one, two] = await openTwo()
  const ada = await registerAda(one)
  await known(two)
  const watched: string[] = []
  two.sessions.events.on({ type: 'delivery.*' }, ({ event }) => void watched.push(event.type))
  const { message, deliveries } = await two.client.request('send', { to: '@ada', text: 'hello' })
  await expect.poll(() => ada.received.map(({ text }) => text)).toEqual(['hello'])
  await expect.poll(() => stateOf(two, deliveries[0] as Delivery)).toBe('delivered')
  const [receipts] = await two.client.request('receipts', { messageId: message.id })
  expect(receipts?.receipts.map(({ status }) => status)).toEqual(['delivered'])
  expect(watched).toEqual(['delivery.delivered'])
})

it('delivers to a channel with members on several nodes', async () => {
  const [one, two] = await openTwo()
  const [ada, bob] = [fakeSession({ handle: 'ada' }), fakeSession({ handle: 'bob' })]
  await one.sessions.durably(() => one.sessions.register(ada))
  await two.sessions.durably(() => two.sessions.register(bob))
  await expect.poll(() => one.sessions.records().length).toBe(3)
  await one.client.request('channels.create', { name: 'dev', members: ['@ada', '@user'] })
  await two.store.refresh()
  await two.client.request('channels.join', { name: 'dev', session: '@bob' })
  await two.client.request('send', { to: '#dev', text: 'all' })
  await expect.poll(() => [ada, bob].map(({ received }) => received.length)).toEqual([1, 1])
})

it('stores a message once that two nodes are asked to send under one key', async () => {
  const [one, two] = await openTwo()
  const ada = await registerAda(one)
  await known(two)
  const send = { to: '@ada', text: 'once', idempotencyKey: 'key' }
  const results = await Promise.all([one, two].map(({ client }) => client.request('send', send)))
  expect(results.filter(({ duplicate }) => duplicate)).toHaveLength(1)
  expect(new Set(results.map(({ message }) => message.id)).size).toBe(1)
  await expect.poll(() => ada.received.length).toBe(1)
})

it('asks the node of a session to pause, flush and release it', async () => {
  const [one, two] = await openTwo()
  const done: string[] = []
  const step = (name: string) => async (): Promise<void> => void done.push(name)
  const ada = await registerAda(one, {
    methods: { pause: step('pause'), resume: step('resume'), release: step('release') },
  })
  await known(two)
  await two.client.request('send', { to: '@ada', text: 'later', mode: 'manual' })
  await expect.poll(() => one.sessions.deliveries.list().length).toBe(1)
  expect(await two.client.request('session.flush', { session: '@ada' })).toEqual({ count: 1 })
  expect(ada.received.map(({ text }) => text)).toEqual(['later'])
  expect(await two.client.request('session.pause', { session: '@ada' })).toMatchObject({ status: 'paused' })
  expect(await two.client.request('session.show', { session: '@ada' })).toMatchObject({ status: 'paused' })
  await two.client.request('session.release', { session: '@ada' })
  expect(done).toEqual(['pause', 'release'])
  await expect(two.client.request('send', { to: '@ada', text: 'gone' })).rejects.toMatchObject({
    code: 'UNKNOWN_RECIPIENT',
  })
})

it('passes the error of another node on', async () => {
  const [one, two] = await openTwo()
  await registerAda(one)
  await known(two)
  await expect(two.client.request('session.pause', { session: '@ada' })).rejects.toMatchObject({
    name: 'WireError',
    code: 'CAPABILITY_ERROR',
  })
})

it('calls a session only after the mark of the delivery is durable', async () => {
  const one = await lab.node()
  const ada = await registerAda(one)
  const { query } = one.database
  const seenAtCommits: number[] = []
  one.database.query = async (sql, values) => {
    const rows = await query(sql, values)
    if (sql.includes('commit_batch') && String(values?.[3]).includes('surfacing')) {
      seenAtCommits.push(ada.received.length)
    }
    return rows
  }
  await one.client.request('send', { to: '@ada', text: 'hello' })
  await expect.poll(() => ada.received.length).toBe(1)
  expect(seenAtCommits).toEqual([0])
})

it('does not call a session if its lease lapsed while the process was stopped', async () => {
  const one = await lab.node({ leaseMs: 1500 })
  const ada = await registerAda(one)
  const { query } = one.database
  one.database.query = async (sql, values) => {
    const rows = await query(sql, values)
    if (sql.includes('commit_batch') && String(values?.[3]).includes('surfacing')) {
      // As if the process was stopped after the server had answered.
      const until = Date.now() + 1700
      while (Date.now() < until);
    }
    return rows
  }
  const { deliveries } = await one.client.request('send', { to: '@ada', text: 'hello' })
  await expect.poll(() => one.sessions.list()).toEqual([])
  await expect.poll(() => stateOf(one, deliveries[0] as Delivery)).toBe('in-doubt')
  expect(ada.received).toEqual([])
})

it('takes the sessions of a lost node over, with what it was delivering in doubt', async () => {
  const lost = await lab.node({ leaseMs: 1500 })
  const next = await lab.node({
    resume: (record, sessions) => {
      const again = fakeSession({ handle: record.identity.handle })
      sessions.register(again)
      successors.push(again)
    },
  })
  const successors: FakeSession[] = []
  const stopped: string[] = []
  const ada = await registerAda(lost, {
    receive: () => new Promise(() => undefined),
  })
  Object.assign(ada, { stop: async (reason: string) => void stopped.push(reason) })
  await known(next)
  const first = await lost.client.request('send', { to: '@ada', text: 'first' })
  await expect.poll(() => ada.received.length).toBe(1)
  lost.database.isReachable = false
  const second = await next.client.request('send', { to: '@ada', text: 'second', mode: 'immediate' })
  await expect.poll(() => stopped.length).toBe(1)
  await expect.poll(() => next.resumed).toEqual(['ada'])
  await expect.poll(() => successors[0]?.received.map(({ text }) => text)).toEqual(['second'])
  expect([first, second].map(({ deliveries }) => stateOf(next, deliveries[0] as Delivery))).toEqual([
    'in-doubt',
    'delivered',
  ])
  expect(ada.received.length).toBe(1)
  lost.database.isReachable = true
  // The lost node sees it too, and delivers nothing anymore.
  await expect.poll(() => stateOf(lost, first.deliveries[0] as Delivery)).toBe('in-doubt')
  await lost.client.request('send', { to: '@ada', text: 'third', mode: 'immediate' })
  await expect.poll(() => successors[0]?.received.map(({ text }) => text)).toEqual(['second', 'third'])
  expect(ada.received.length).toBe(1)
  expect(ada.isListenedTo()).toBe(false)
})

it('keeps one of two sessions that two nodes register under one handle', async () => {
  const [one, two] = await openTwo()
  const sessions = ['ses_1', 'ses_2'].map((id) => fakeSession({ handle: 'ada', id }))
  const results = await Promise.allSettled(
    [one, two].map(({ sessions: own }, index) =>
      own.durably(() => own.register(sessions[index] as FakeSession)),
    ),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const winner = results[0]?.status === 'fulfilled' ? 'ses_1' : 'ses_2'
  await Promise.all([one, two].map(({ store }) => store.refresh()))
  for (const { sessions: own } of [one, two]) {
    const found = own.records().filter(({ kind }) => kind === 'session')
    expect(found.map(({ identity }) => identity.id)).toEqual([winner])
  }
  const running = [one, two].flatMap(({ sessions: own }) => own.list().map(({ identity }) => identity.id))
  expect(running).toEqual([winner])
})
