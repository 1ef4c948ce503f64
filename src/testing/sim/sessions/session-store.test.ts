import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSession, openSession } from './session.ts'
import { SessionStore } from './session-store.ts'

let root: string
let store: SessionStore
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'capstan-sim-store-'))
  store = new SessionStore(join(root, 'sessions'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('creates its folder on first use', () => {
  expect([store.list(), store.read('sim_0')]).toEqual([[], undefined])
  expect(existsSync(join(root, 'sessions'))).toBe(false)
})

it('stores settings, history and usage', () => {
  const session = createSession({ cwd: '/work', additionalDirectories: ['/more'] }, store)
  session.options = { model: 'sim-large', effort: 'max', mode: 'auto' }
  session.add({ type: 'agent', messageId: 'm', text: 'hello' })
  session.spend(5)
  session.spend(6)
  expect([session.nameAfter('  a\n title '), session.nameAfter('another')]).toEqual(['a title', undefined])
  expect(store.read(session.id)).toEqual({
    id: session.id,
    cwd: '/work',
    additionalDirectories: ['/more'],
    title: 'a title',
    updatedAt: expect.any(String),
    options: { model: 'sim-large', effort: 'max', mode: 'auto' },
    tokens: 11,
    history: [{ type: 'agent', messageId: 'm', text: 'hello' }],
  })
  expect(openSession(session.id, store)?.tokens).toBe(11)
})

it('skips an incomplete line', () => {
  const { id } = createSession({ cwd: '/work', additionalDirectories: [] }, store)
  appendFileSync(join(root, 'sessions', `${id}.jsonl`), '{"at":"2026')
  expect(store.read(id)?.cwd).toBe('/work')
})

it.each(['../x', 'sim_/../x', '', 'sim_'])('finds no session for %j', (id) => {
  expect(store.read(id)).toBe(undefined)
})

it('copies the history to a fork, but not the usage', () => {
  const first = createSession({ cwd: '/work', additionalDirectories: [] }, store)
  first.add({ type: 'agent', messageId: 'm', text: 'hello' })
  first.spend(5)
  const stored = store.read(first.id)
  const fork = createSession({ cwd: '/other', additionalDirectories: [] }, store, stored)
  expect([fork.id === first.id, fork.place.cwd, fork.tokens]).toEqual([false, '/other', 0])
  expect(store.read(fork.id)?.history).toEqual(stored?.history)
})
