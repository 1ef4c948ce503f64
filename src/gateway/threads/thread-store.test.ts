import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sqliteThreadStore } from './sqlite-thread-store.ts'
import { memoryThreadStore, type ThreadRecord, type ThreadStore } from './thread-store.ts'

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-threads-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'threads.db')
}

function open(path: string): ThreadStore {
  const store = sqliteThreadStore(path)
  onTestFinished(() => store.close())
  return store
}

const thread = (id: string, updatedAt: number, rest: Partial<ThreadRecord> = {}): ThreadRecord => ({
  id,
  agent: 'sim',
  title: `Title of ${id}`,
  createdAt: 1,
  updatedAt,
  isArchived: false,
  settings: {},
  state: {},
  ...rest,
})

const says = (id: string, content: string) => ({ id, role: 'user', content }) as const

const page = { isArchived: false, limit: 10 }

describe.each([
  ['memory', () => memoryThreadStore()],
  ['SQLite', () => open(newFile())],
])('a thread store in %s', (_, create) => {
  it('lists threads by their last update, in pages', () => {
    const store = create()
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) store.put(thread(id, index < 2 ? 1 : index))
    const ids = (query: object) => store.list({ ...page, ...query }).map(({ id }) => id)
    expect(ids({})).toEqual(['d', 'c', 'a', 'b'])
    expect(ids({ limit: 2 })).toEqual(['d', 'c'])
    expect(ids({ limit: 2, after: { id: 'c', updatedAt: 2 } })).toEqual(['a', 'b'])
    expect(ids({ after: { id: 'a', updatedAt: 1 } })).toEqual(['b'])
  })

  it('filters by agent and archive', () => {
    const store = create()
    store.put(thread('a', 1))
    store.put(thread('b', 2, { agent: 'other' }))
    store.put(thread('c', 3, { isArchived: true }))
    const ids = (query: object) => store.list({ ...page, ...query }).map(({ id }) => id)
    expect(ids({ agent: 'other' })).toEqual(['b'])
    expect(ids({ isArchived: true })).toEqual(['c'])
  })

  it('searches titles and messages for the literal text', () => {
    const store = create()
    store.put(thread('a', 1, { title: 'Fix the login' }))
    store.put(thread('b', 2))
    store.saveMessages('b', {
      put: [{ position: 0, message: says('m1', 'It is 100% done_now') }],
      removed: [],
    })
    const ids = (search: string) => store.list({ ...page, search }).map(({ id }) => id)
    expect(ids('LOGIN')).toEqual(['a'])
    expect(ids('100% done_')).toEqual(['b'])
    expect(ids('100_ done')).toEqual([])
  })

  it('keeps messages in order, changes and removes them', () => {
    const store = create()
    store.put(thread('a', 1))
    store.saveMessages('a', {
      put: [
        { position: 1, message: says('m2', 'two') },
        { position: 0, message: says('m1', 'one') },
      ],
      removed: [],
    })
    store.put(thread('a', 2))
    store.saveMessages('a', { put: [{ position: 1, message: says('m2', 'TWO') }], removed: ['m1'] })
    expect(store.messages('a')).toEqual([{ position: 1, message: says('m2', 'TWO') }])
    store.remove('a')
    expect([store.get('a'), store.messages('a')]).toEqual([undefined, []])
  })
})

it('drops the least recently stored threads from memory', () => {
  const store = memoryThreadStore()
  for (let index = 0; index < 5000; index++) store.put(thread(`t${index}`, index))
  store.put(thread('t0', 5000))
  store.put(thread('one more', 5001))
  expect(['t0', 't1', 't2', 'one more'].map((id) => store.get(id)?.id)).toEqual([
    't0',
    undefined,
    't2',
    'one more',
  ])
})

describe('a thread store in a file', () => {
  it('keeps threads across restarts, readable by their owner only', async () => {
    const file = newFile()
    const first = sqliteThreadStore(file)
    first.put(thread('a', 1))
    await first.close()
    chmodSync(file, 0o644)
    expect(open(file).get('a')).toEqual(thread('a', 1))
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('serves two gateways at once', () => {
    const file = newFile()
    const [one, other] = [open(file), open(file)]
    one.put(thread('a', 1))
    other.put(thread('b', 2))
    expect(one.list(page).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  it('does not overwrite a file of another kind', () => {
    const file = newFile()
    writeFileSync(file, '{"t1":{"agent":"sim"}}')
    expect(() => sqliteThreadStore(file)).toThrow(`The session store ${file} is damaged`)
    expect(readFileSync(file, 'utf8')).toBe('{"t1":{"agent":"sim"}}')
  })
})

describe('a thread store in memory', () => {
  const ids = (store: ThreadStore): string[] => store.list({ ...page }).map(({ id }) => id)

  it('drops the thread stored least recently above its number of threads', () => {
    const store = memoryThreadStore({ threads: 2, characters: 1000 })
    for (const [index, id] of ['a', 'b', 'a', 'c'].entries()) store.put(thread(id, index))
    expect(ids(store)).toEqual(['c', 'a'])
  })

  it('drops threads above its number of characters, but not the one that grows', () => {
    const store = memoryThreadStore({ threads: 10, characters: 1000 })
    const fill = (id: string, length: number): void => {
      store.put(thread(id, 1))
      store.saveMessages(id, {
        put: [{ position: 0, message: says(`${id}1`, 'x'.repeat(length)) }],
        removed: [],
      })
    }
    fill('a', 400)
    fill('b', 400)
    expect(ids(store)).toEqual(['a', 'b'])
    // The same message again counts once, and a removed one no longer.
    fill('b', 400)
    store.saveMessages('a', { put: [], removed: ['a1'] })
    fill('c', 400)
    expect(ids(store)).toEqual(['a', 'b', 'c'])
    fill('d', 2000)
    expect(ids(store)).toEqual(['d'])
    expect(store.messages('d')).toHaveLength(1)
  })
})
