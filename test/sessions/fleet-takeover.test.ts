import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { CapstanError } from '../../src/core/capstan-error.ts'
import { createSessions } from '../../src/sessions/create-sessions.ts'
import type { Sessions } from '../../src/sessions/sessions.ts'
import type { ParticipantRecord } from '../../src/sessions/store/session-store.ts'
import type { SessionOpener } from '../../src/sessions/wire/session-opener.ts'
import { fakeSession, type FakeSession } from '../support/sessions/fake-session.ts'
import { FleetLab, type LabNode } from '../support/sessions/fleet-lab.ts'

let lab: FleetLab
beforeAll(() => {
  lab = new FleetLab()
})
afterEach(() => lab.closeNodes())
afterAll(() => lab[Symbol.asyncDispose]())

const leaseMs = 1000

/** A node with @ada that the others lose, after they have seen the session. */
async function loseAda(others: readonly LabNode[]): Promise<void> {
  const lost = await lab.node({ leaseMs })
  await lost.sessions.durably(() => lost.sessions.register(fakeSession({ handle: 'ada' })))
  for (const { store } of others) await store.refresh()
  lost.database.isReachable = false
}

const registerAgain = (started: FakeSession[]) => (record: ParticipantRecord, sessions: Sessions) => {
  const session = fakeSession({ handle: record.identity.handle })
  sessions.register(session)
  started.push(session)
}

const statusOf = ({ sessions }: LabNode): string | undefined =>
  sessions.records().find(({ identity }) => identity.handle === 'ada')?.status

const running = ({ sessions }: LabNode): string[] => sessions.list().map(({ identity }) => identity.handle)

it('starts a session that the next node was about to start when it was lost too', async () => {
  const second = await lab.node({ leaseMs, resume: () => new Promise(() => undefined) })
  await loseAda([second])
  await expect.poll(() => second.resumed).toEqual(['ada'])
  second.database.isReachable = false
  const started: FakeSession[] = []
  const third = await lab.node({ resume: registerAgain(started) })
  await expect.poll(() => running(third)).toEqual(['ada'])
  await third.client.request('send', { to: '@ada', text: 'hello' })
  await expect.poll(() => started[0]?.received.map(({ text }) => text)).toEqual(['hello'])
})

it('keeps a paused session paused until it is resumed, also after its next node is lost', async () => {
  const lost = await lab.node({ leaseMs: 3000 })
  const second = await lab.node({ leaseMs: 3000 })
  const ada = fakeSession({ handle: 'ada', methods: { pause: async () => {}, resume: async () => {} } })
  await lost.sessions.durably(() => lost.sessions.register(ada))
  await lost.client.request('session.pause', { session: '@ada' })
  await lost.client.request('send', { to: '@ada', text: 'hello' })
  lost.database.isReachable = false
  await expect.poll(() => second.sessions.isElsewhere('@ada')).toBe(false)
  const started: FakeSession[] = []
  const opener = (sessions: Sessions): SessionOpener => ({
    resume: async (record) => {
      registerAgain(started)(record, sessions)
      return sessions.get(record.identity.id)
    },
  })
  const third = await lab.node({ resume: registerAgain(started), opener })
  second.database.isReachable = false
  await expect.poll(() => third.sessions.isElsewhere('@ada')).toBe(false)
  // Long enough for an attempt to start it.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { status, waiting } = await third.client.request('session.show', { session: '@ada' })
  expect([second.resumed, third.resumed, status]).toEqual([[], [], 'paused'])
  expect(waiting.map(({ message, command }) => [message, command])).toEqual([
    ['@ada is paused', 'capstan session resume @ada'],
  ])
  await third.client.request('session.resume', { session: '@ada' })
  await expect.poll(() => started[0]?.received.map(({ text }) => text)).toEqual(['hello'])
})

it('keeps a session paused whose pause it had not read when it took the session over', async () => {
  const lost = await lab.node({ leaseMs })
  const next = await lab.node({ leaseMs: 60_000 })
  const ada = fakeSession({ handle: 'ada', methods: { pause: async () => {} } })
  await lost.sessions.durably(() => lost.sessions.register(ada))
  await next.store.refresh()
  // The answers with the log come late, those with the sessions of lost nodes do not.
  const { query } = next.database
  const held = Promise.withResolvers<void>()
  next.database.query = async (sql, values) => {
    const rows = await query(sql, values)
    if (sql.includes('commit_batch')) await held.promise
    return rows
  }
  next.sessions.durably(() => next.sessions.join({ name: 'Eve' })).catch(() => undefined)
  await lost.client.request('session.pause', { session: '@ada' })
  lost.database.isReachable = false
  await new Promise((resolve) => setTimeout(resolve, 3000))
  held.resolve()
  await expect.poll(() => next.sessions.isElsewhere('@ada')).toBe(false)
  expect([next.resumed, statusOf(next)]).toEqual([[], 'paused'])
})

it('keeps a paused session paused when its node is drained', async () => {
  const [one, two] = [await lab.node(), await lab.node()]
  const stopped: string[] = []
  const ada = fakeSession({ handle: 'ada', methods: { pause: async () => {}, resume: async () => {} } })
  const stop = async (reason: string): Promise<void> => {
    stopped.push(reason)
    await ada.emit({ type: 'status.changed', status: 'offline' })
  }
  await one.sessions.durably(() => one.sessions.register(Object.assign(ada, { stop })))
  await one.client.request('session.pause', { session: '@ada' })
  await one.store.lease.drain()
  await expect.poll(() => running(one)).toEqual([])
  await expect.poll(() => two.store.shared.lease('ses_ada')?.node).toBe(undefined)
  expect(stopped).toEqual(['the node is drained'])
  const report = await two.client.request('session.show', { session: '@ada' })
  expect([report.status, running(two)]).toEqual(['paused', []])
})

it('tries to start a session again that did not start', async () => {
  const started: FakeSession[] = []
  let failures = 0
  const next = await lab.node({
    resume: (record, sessions) => {
      if (failures++ < 2) throw new CapstanError('STORE_UNAVAILABLE', 'PostgreSQL does not answer')
      registerAgain(started)(record, sessions)
    },
  })
  await loseAda([next])
  await expect.poll(() => next.resumed.length).toBe(1)
  expect(statusOf(next)).toBe('starting')
  await expect.poll(() => running(next)).toEqual(['ada'])
  expect(next.resumed).toEqual(['ada', 'ada', 'ada'])
})

it('leaves a session offline, with the reason, that does not start in three attempts', async () => {
  const next = await lab.node({
    resume: () => {
      throw new Error('the program was not found')
    },
  })
  const reasons: unknown[] = []
  next.sessions.events.on(
    { type: 'status.changed' },
    ({ event }) => void reasons.push('reason' in event && event.reason),
  )
  await loseAda([next])
  await expect.poll(() => statusOf(next)).toBe('offline')
  expect(next.resumed).toHaveLength(3)
  await expect.poll(() => reasons.at(-1)).toBe('could not be resumed: the program was not found')
})

it('leaves a session offline that had not started when its node stopped', async () => {
  const next = await lab.node({ resume: () => new Promise(() => undefined) })
  await loseAda([next])
  await expect.poll(() => next.resumed).toEqual(['ada'])
  const other = await lab.node()
  await next[Symbol.asyncDispose]()
  await other.store.refresh()
  expect(statusOf(other)).toBe('offline')
})

it('stops a session whose new owner it learns of only by loading everything again', async () => {
  const [one, two] = [await lab.node(), await lab.node()]
  const ada = fakeSession({ handle: 'ada' })
  const stopped: string[] = []
  Object.assign(ada, { stop: async (reason: string) => void stopped.push(reason) })
  await one.sessions.durably(() => one.sessions.register(ada))
  const { schema, shared } = two.store
  // The log is cut while this node does not read it.
  one.database.isReachable = false
  await two.database.query(`UPDATE ${schema}.leases SET node = $1, epoch = epoch + 1`, [shared.node])
  await two.database.query(`UPDATE ${schema}.head SET position = position + 100`)
  const join = (): Promise<unknown> => two.sessions.durably(() => two.sessions.join({ name: 'Eve' }))
  await expect(join()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  await join()
  one.database.isReachable = true
  await expect.poll(() => stopped).toEqual(['another node has taken the session over'])
  expect(running(one)).toEqual([])
  expect(one.sessions.records().map(({ identity }) => identity.handle)).toContain('eve')
})

it('delivers a message although every notification of it is lost', async () => {
  const two = await lab.node()
  // The sessions of the first node never learn of changes by others.
  const deaf = await lab.server.open({ schema: two.store.schema, onWarning: () => undefined })
  const silent = { ...deaf, shared: { ...deaf.shared, subscribe: () => () => undefined } }
  const sessions = createSessions({ store: silent })
  const ada = fakeSession({ handle: 'ada' })
  await sessions.durably(() => sessions.register(ada))
  await two.store.refresh()
  await two.client.request('send', { to: '@ada', text: 'hello' })
  await expect.poll(() => ada.received.map(({ text }) => text)).toEqual(['hello'])
  await sessions.close()
})

it('joins the fleet again although the answer of the database was lost', async () => {
  const node = await lab.node({ leaseMs })
  const { query } = node.database
  let lost = 0
  node.database.query = async (sql, values) => {
    const rows = await query(sql, values)
    if (sql.startsWith('INSERT') && sql.includes('.nodes') && lost++ === 0)
      throw new Error('connection reset')
    return rows
  }
  node.database.isReachable = false
  await expect.poll(() => node.store.lease.isJoined).toBe(false)
  node.database.isReachable = true
  await expect.poll(() => node.store.lease.isJoined).toBe(true)
  expect(lost).toBe(2)
})
