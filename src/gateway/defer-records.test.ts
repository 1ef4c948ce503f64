import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { deferRecords } from './defer-records.ts'
import { memoryThreadStore, type ThreadRecord, type ThreadStore } from './threads/thread-store.ts'

const thread = (id: string, updatedAt = 1): ThreadRecord => ({
  id,
  agent: 'sim',
  title: `Title of ${id}`,
  createdAt: 1,
  updatedAt,
  isArchived: false,
  settings: {},
  state: {},
})
const changes = {
  put: [{ position: 0, message: { id: 'm1', role: 'user', content: 'hi' } as const }],
  removed: [],
}

/** A store that records its writes and can fail. */
function recorded(): { store: ThreadStore; written: string[]; fail: (isFailing: boolean) => void } {
  const inner = memoryThreadStore()
  const written: string[] = []
  let isFailing = false
  const put = (record: ThreadRecord): void => {
    if (isFailing) throw new Error('No disk space left')
    written.push(record.id)
    inner.put(record)
  }
  return { store: { ...inner, put }, written, fail: (next) => (isFailing = next) }
}

it('writes records after the turn that stored them, in order and once each', async () => {
  const { store, written } = recorded()
  const deferred = deferRecords(store)
  deferred.put(thread('a', 1))
  deferred.put(thread('b', 1))
  deferred.put(thread('a', 2))
  expect([written, deferred.get('a')?.updatedAt]).toEqual([[], 2])
  await expect.poll(() => written).toEqual(['a', 'b'])
  await sleep(20)
  expect([written, store.get('a')?.updatedAt]).toEqual([['a', 'b'], 2])
})

it('lists a record that was not written yet, and none that was removed', () => {
  const { store, written } = recorded()
  const deferred = deferRecords(store)
  deferred.put(thread('a'))
  deferred.put(thread('b'))
  deferred.remove('b')
  expect(deferred.list({ isArchived: false, limit: 10 }).map(({ id }) => id)).toEqual(['a'])
  expect([written, deferred.get('b')]).toEqual([['a'], undefined])
})

it('writes the record before its messages, and everything on close', async () => {
  const { store, written } = recorded()
  const deferred = deferRecords(store)
  deferred.put(thread('a'))
  deferred.saveMessages('a', changes)
  expect([written, store.messages('a').length]).toEqual([['a'], 1])
  deferred.put(thread('b'))
  await deferred.close()
  expect(written).toEqual(['a', 'b'])
})

it('reports a failed write with the messages of a thread, and writes the record when it can', async () => {
  const { store, written, fail } = recorded()
  const deferred = deferRecords(store)
  fail(true)
  deferred.put(thread('a'))
  await sleep(20)
  expect(() => deferred.saveMessages('a', changes)).toThrow('No disk space left')
  expect([deferred.get('a')?.id, deferred.list({ isArchived: false, limit: 10 })]).toEqual(['a', []])
  fail(false)
  deferred.saveMessages('a', changes)
  expect([written, store.messages('a').length]).toEqual([['a'], 1])
})
