import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { ManualClock } from '../../src/core/manual-clock.ts'
import { createMemoryStore, createSessions, type SessionStore } from '../../src/sessions/index.ts'
import { openSqliteStore } from '../../src/sessions/store/sqlite.ts'
import { fakeSession } from '../support/sessions/fake-session.ts'
import { failureOf, sessionLab, settle } from '../support/sessions/session-lab.ts'

const day = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'capstan-retention-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const kinds: [string, () => SessionStore][] = [
  ['memory', () => createMemoryStore()],
  ['sqlite', () => openSqliteStore({ path: join(folder, 'sessions.db') })],
]

describe.each(kinds)('retention (%s)', (_, open) => {
  it('deletes ended messages, invocations and released sessions after 30 days, and nothing else', async () => {
    const clock = new ManualClock(Date.parse('2026-01-01T00:00:00Z'))
    const inner = open()
    const store = { ...inner, close: () => undefined }
    const start = (): ReturnType<typeof createSessions> => createSessions({ store, clock })
    const before = start()
    const ann = before.join({ name: 'Ann', id: 'per_ann' })
    before.register(fakeSession({ handle: 'bob' }))
    const old = fakeSession({ handle: 'old', methods: { release: () => Promise.resolve() } })
    const managed = before.register(old)
    before.actions.register({ name: 'now', description: 'x', handler: () => 1 })
    await ann.invoke('now', {}, { idempotencyKey: 'k' })
    const first = ann.send({ to: '@bob', text: 'ended', idempotencyKey: 'a' })
    ann.send({ to: '@old', text: 'to a released session' })
    ann.send({ to: '@bob', text: 'queued', mode: 'manual', deadline: new Date(clock.now() + 90 * day) })
    await settle()
    await managed.release?.()
    await clock.advance(20 * day)
    ann.send({ to: '@bob', text: 'newer' })
    await settle()
    await before.close()
    await clock.advance(15 * day)
    const after = start()
    await vi.waitUntil(() => store.message(first.message.id) === undefined, { timeout: 5000 })
    await vi.waitUntil(() => store.deliveries().length === 2, { timeout: 5000 })
    const texts = store.deliveries().map(({ messageId }) => store.message(messageId)?.text)
    expect(texts).toEqual(['queued', 'newer'])
    expect(store.receipts(first.deliveries[0]?.id ?? '')).toEqual([])
    expect([store.idempotency('per_ann', 'a'), store.invocations()]).toEqual([undefined, []])
    expect(after.records().map(({ identity }) => identity.id)).toEqual(['per_ann', 'ses_bob'])
    expect(store.participants()).toHaveLength(2)
    expect(store.countDeliveries({ recipient: 'ses_bob', states: ['delivered', 'pending'] })).toBe(2)
    const next = after.find('per_ann')?.send({ to: 'ses_bob', text: 'next' })
    expect(next?.deliveries[0]?.sequence).toBe(4)
    await after.close()
    await inner.close()
  })
})

describe('a cursor whose events are no longer stored', () => {
  it('is an error with the oldest cursor, and 0 starts there', async () => {
    const { bob, sessions } = sessionLab({ store: createMemoryStore({ maxEvents: 10 }) })
    for (let count = 0; count < 30; count++) await bob.emit({ type: 'tool.called', tool: 'ls' })
    const { firstCursor } = sessions.events
    expect(firstCursor).toBeGreaterThan(10)
    const expired = {
      code: 'CURSOR_EXPIRED',
      message: 'The events after cursor 5 are no longer stored',
      firstCursor,
    }
    expect(failureOf(() => sessions.events.read({ after: 5 }))).toMatchObject(expired)
    await expect(sessions.events.waitFor({ type: '*' }, { since: 5 })).rejects.toMatchObject(expired)
    expect(sessions.events.read({ after: 0 })[0]?.cursor).toBe(firstCursor)
    expect(sessions.events.read({ after: firstCursor - 1 })[0]?.cursor).toBe(firstCursor)
  })
})
