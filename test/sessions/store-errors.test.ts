import { describe, expect, it } from 'vitest'
import { CapstanError } from '../../src/core/capstan-error.ts'
import { createMemoryStore, type MessageReceipt, type SessionStore } from '../../src/sessions/index.ts'
import { warningText } from '../../src/sessions/daemon/warning-text.ts'
import { sessionReports } from '../../src/sessions/wire/session-report.ts'
import { fakeSession } from '../support/sessions/fake-session.ts'
import { sessionLab, settle } from '../support/sessions/session-lab.ts'

/** A store whose transactions fail at their end while `isFull`, like a commit on a full disk. */
function fullable(): { store: SessionStore; disk: { isFull: boolean } } {
  const disk = { isFull: false }
  const memory = createMemoryStore()
  const failing = (): never => {
    throw new CapstanError('STORE_FULL', 'No disk space left', { hint: 'Free some disk space.' })
  }
  const store: SessionStore = {
    ...memory,
    transaction: (work) =>
      memory.transaction(() => {
        const result = work()
        return disk.isFull ? failing() : result
      }),
    appendEvent: (entry) => (disk.isFull ? failing() : memory.appendEvent(entry)),
  }
  return { store, disk }
}

function fullLab(bob: Parameters<typeof sessionLab>[0] = {}) {
  const { store, disk } = fullable()
  return { ...sessionLab({ ...bob, store }), disk, store }
}

describe('after the store failed', () => {
  it('a session has the status that it reported, and gets its messages', async () => {
    const { ann, bob, managed, clock, disk, texts, warnings, eventsOf, sessions } = fullLab()
    await bob.emit({ type: 'status.changed', status: 'active' })
    ann.send({ to: '@bob', text: 'queued' })
    disk.isFull = true
    await bob.emit({ type: 'status.changed', status: 'idle', reason: 'done' })
    expect(managed.status).toBe('idle')
    expect(warnings).toContain('Could not store the status of ses_bob: No disk space left')
    disk.isFull = false
    await clock.advance(2000)
    await settle()
    expect(texts()).toEqual(['queued'])
    expect(sessions.records().find(({ identity }) => identity.id === 'ses_bob')?.status).toBe('idle')
    expect(eventsOf()).toContainEqual({
      type: 'status.changed',
      status: 'idle',
      previousStatus: 'active',
      reason: 'done',
    })
  })

  it('a session that could not be registered does not exist, and its handle is free', async () => {
    const { sessions, disk } = fullLab()
    disk.isFull = true
    const eve = fakeSession({ handle: 'eve' })
    expect(() => sessions.register(eve)).toThrow('No disk space left')
    expect([sessions.records().length, sessions.list().length, eve.isListenedTo()]).toEqual([2, 1, false])
    expect(() => sessions.join({ name: 'Joe' })).toThrow('No disk space left')
    expect(sessions.records()).toHaveLength(2)
    disk.isFull = false
    sessions.register(fakeSession({ handle: 'eve', id: 'ses_eve_2' }))
  })

  it('a released session is gone, and its queued messages end', async () => {
    const lab = fullLab({ bob: { methods: { release: () => Promise.resolve() } } })
    const { ann, managed, clock, disk, sessions } = lab
    const { deliveries } = ann.send({ to: '@bob', text: 'x', mode: 'manual' })
    disk.isFull = true
    await managed.release?.()
    expect([managed.status, sessions.list()]).toEqual(['released', []])
    disk.isFull = false
    await clock.advance(2000)
    expect(sessionReports(sessions).map(({ status }) => status)).toEqual(['released'])
    expect(sessions.deliveries.get(deliveries[0]?.id ?? '').dead?.reason).toBe('released')
  })

  it('a session that left is offline', async () => {
    const { clock, disk, sessions } = fullLab()
    disk.isFull = true
    sessions.leave('@bob')
    expect(sessionReports(sessions).map(({ status }) => status)).toEqual(['offline'])
    disk.isFull = false
    await clock.advance(2000)
    expect(sessions.records().find(({ kind }) => kind === 'session')?.status).toBe('offline')
  })

  it('a delivery has the outcome that the session reported', async () => {
    const answer = Promise.withResolvers<MessageReceipt>()
    const lab = fullLab({ bob: { receive: () => answer.promise } })
    const { ann, clock, disk, sessions } = lab
    const id = ann.send({ to: '@bob', text: 'x' }).deliveries[0]?.id ?? ''
    ann.send({ to: '@bob', text: 'behind' })
    await settle()
    disk.isFull = true
    answer.resolve({ status: 'delivered', deliveryId: id })
    await settle()
    expect(sessions.deliveries.get(id).state).toBe('surfacing')
    disk.isFull = false
    await clock.advance(2000)
    await settle()
    expect(sessions.deliveries.get(id).state).toBe('delivered')
    expect(lab.texts()).toEqual(['x', 'behind'])
  })

  it('closing ends although the store still fails', async () => {
    const answer = Promise.withResolvers<MessageReceipt>()
    const { ann, disk, sessions } = fullLab({ bob: { receive: () => answer.promise } })
    const id = ann.send({ to: '@bob', text: 'x' }).deliveries[0]?.id ?? ''
    await settle()
    disk.isFull = true
    answer.resolve({ status: 'delivered', deliveryId: id })
    await settle()
    await expect(sessions.close()).resolves.toBeUndefined()
  })
})

it('the log of the daemon names the cause of a failure', () => {
  const cause = new CapstanError('STORE_FULL', 'No disk space left', { hint: 'Free some disk space.' })
  expect(warningText('Could not store the status of ses_bob', cause)).toBe(
    'Could not store the status of ses_bob: STORE_FULL: No disk space left. Free some disk space.',
  )
  expect(warningText('x', new Error('I/O error'))).toBe('x: I/O error')
  expect(warningText('x')).toBe('x')
})
