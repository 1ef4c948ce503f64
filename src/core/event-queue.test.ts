import { describe, expect, test } from 'vitest'
import { EventQueue } from './event-queue.ts'

async function readAll<T>(queue: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of queue) items.push(item)
  return items
}

/** Whether the promise is resolved once everything that is due has run. */
async function isResolved(promise: Promise<unknown> | undefined): Promise<boolean> {
  const turn = new Promise((resolve) => setImmediate(resolve, 'pending'))
  return (await Promise.race([promise, turn])) !== 'pending'
}

describe('push', () => {
  test('returns undefined below capacity and a promise when the queue is full', async () => {
    const queue = new EventQueue<string>({ capacity: 2 })
    expect(queue.push('a')).toBe(undefined)
    const ready = queue.push('b')
    expect(ready).toBeInstanceOf(Promise)
    expect(await isResolved(ready)).toBe(false)
    expect(queue.size).toBe(2)

    const reader = queue[Symbol.asyncIterator]()
    expect(await reader.next()).toEqual({ done: false, value: 'a' })
    expect(await isResolved(ready)).toBe(true)
    expect(queue.push('c')).toBeInstanceOf(Promise)
  })

  test('throws when the queue is already full, and the queue still works', async () => {
    const queue = new EventQueue<number>({ capacity: 1 })
    void queue.push(1)
    expect(() => queue.push(2)).toThrow(
      expect.objectContaining({
        name: 'CapstanError',
        code: 'QUEUE_OVERFLOW',
        message: 'The queue is full: 1 items wait for the reader',
        hint: 'Await the promise that push() returned before pushing again.',
      }),
    )
    queue.end()
    expect(await readAll(queue)).toEqual([1])
  })

  test('delivers the item to a waiting reader, so that even a queue of one is not full', async () => {
    const queue = new EventQueue<number>({ capacity: 1 })
    const answer = queue[Symbol.asyncIterator]().next()
    expect(queue.push(1)).toBe(undefined)
    expect(queue.size).toBe(0)
    expect(await answer).toEqual({ done: false, value: 1 })
  })

  test('accepts any value as an item', async () => {
    const queue = new EventQueue<unknown>()
    const items = [undefined, null, 0, '', Number.NaN, { done: true }]
    for (const item of items) void queue.push(item)
    queue.end()
    expect(await readAll(queue)).toEqual([undefined, null, 0, '', Number.NaN, { done: true }])
  })

  test('holds 1024 items by default', () => {
    const queue = new EventQueue<number>()
    for (let item = 1; item < 1024; item++) expect(queue.push(item)).toBe(undefined)
    expect(queue.push(1024)).toBeInstanceOf(Promise)
    expect(queue.capacity).toBe(1024)
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects a capacity of %d', (capacity) => {
    expect(() => new EventQueue({ capacity })).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        message: 'capacity must be an integer of at least 1',
        issues: [{ path: ['capacity'], message: 'must be an integer of at least 1' }],
      }),
    )
  })
})

describe('end and fail', () => {
  test('ends after the waiting items', async () => {
    const queue = new EventQueue<number>()
    void queue.push(1)
    void queue.push(2)
    queue.end()
    const reader = queue[Symbol.asyncIterator]()
    expect(await reader.next()).toEqual({ done: false, value: 1 })
    expect(await reader.next()).toEqual({ done: false, value: 2 })
    expect(await reader.next()).toEqual({ done: true, value: undefined })
    expect(await reader.next()).toEqual({ done: true, value: undefined })
    expect(queue.readerLeft).toBe(false)
  })

  test('delivers the error once, after the waiting items', async () => {
    const queue = new EventQueue<number>()
    void queue.push(1)
    queue.fail(new Error('broken'))
    const reader = queue[Symbol.asyncIterator]()
    expect(await reader.next()).toEqual({ done: false, value: 1 })
    await expect(reader.next()).rejects.toThrow('broken')
    expect(await reader.next()).toEqual({ done: true, value: undefined })
  })

  test('ignores all calls after the first', async () => {
    const ended = new EventQueue<number>()
    ended.end()
    ended.fail(new Error('too late'))
    ended.end()
    expect(await readAll(ended)).toEqual([])

    const failed = new EventQueue<number>()
    failed.fail('first')
    failed.fail('second')
    failed.end()
    await expect(readAll(failed)).rejects.toBe('first')
  })

  test('delivers undefined as an error', async () => {
    const queue = new EventQueue<number>()
    queue.fail(undefined)
    await expect(queue[Symbol.asyncIterator]().next()).rejects.toBe(undefined)
  })

  test('rejects a later push', () => {
    const ended = new EventQueue<number>()
    ended.end()
    const failed = new EventQueue<number>()
    failed.fail(new Error('broken'))
    const refusal = expect.objectContaining({
      code: 'QUEUE_ENDED',
      message: 'The queue has ended and accepts no more items',
      hint: 'Push nothing after end() or fail().',
    })
    expect(() => ended.push(1)).toThrow(refusal)
    expect(() => failed.push(1)).toThrow(refusal)
  })

  test('resolves the promise of a waiting producer', async () => {
    const queue = new EventQueue<number>({ capacity: 1 })
    const ready = queue.push(1)
    queue.fail(new Error('the other side is gone'))
    expect(await isResolved(ready)).toBe(true)
  })

  test('causes no unhandled rejection with an unread error', async () => {
    const unhandled: unknown[] = []
    const listener = (error: unknown): number => unhandled.push(error)
    process.on('unhandledRejection', listener)
    const queue = new EventQueue<number>()
    queue.fail(new Error('nobody listens'))
    const left = new EventQueue<number>()
    await left[Symbol.asyncIterator]().return()
    left.fail(new Error('nobody listens any more'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    process.off('unhandledRejection', listener)
    expect(unhandled).toEqual([])
  })
})

describe('the reader', () => {
  test('gets every item even if it starts late', async () => {
    const queue = new EventQueue<number>()
    for (let item = 0; item < 5; item++) void queue.push(item)
    await new Promise((resolve) => setImmediate(resolve))
    void queue.push(5)
    queue.end()
    expect(await readAll(queue)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('is the only one: a second reader is rejected at any time', async () => {
    const refusal = expect.objectContaining({
      code: 'QUEUE_READER_TAKEN',
      message: 'The queue already has a reader',
      hint: 'Read the queue once and pass the items on to other consumers.',
    })
    const queue = new EventQueue<number>()
    const reader = queue[Symbol.asyncIterator]()
    expect(() => queue[Symbol.asyncIterator]()).toThrow(refusal)
    queue.end()
    expect(await readAll(reader)).toEqual([])
    expect(() => queue[Symbol.asyncIterator]()).toThrow(refusal)

    const left = new EventQueue<number>()
    await left[Symbol.asyncIterator]().return()
    await expect(readAll(left)).rejects.toThrow(refusal)
  })

  test('may have several pending reads, which are answered in order', async () => {
    const queue = new EventQueue<string>()
    const reader = queue[Symbol.asyncIterator]()
    void queue.push('a')
    const answers = [reader.next(), reader.next(), reader.next(), reader.next(), reader.next()]
    void queue.push('b')
    void queue.push('c')
    queue.end()
    expect(await Promise.all(answers)).toEqual([
      { done: false, value: 'a' },
      { done: false, value: 'b' },
      { done: false, value: 'c' },
      { done: true, value: undefined },
      { done: true, value: undefined },
    ])
  })

  test('gets a failure with the first pending read', async () => {
    const queue = new EventQueue<string>()
    const reader = queue[Symbol.asyncIterator]()
    const answers = [reader.next(), reader.next()]
    queue.fail('broken')
    expect(await Promise.allSettled(answers)).toEqual([
      { status: 'rejected', reason: 'broken' },
      { status: 'fulfilled', value: { done: true, value: undefined } },
    ])
  })
})

describe('a reader that leaves', () => {
  test('discards the waiting items and notifies the producer', async () => {
    let leaves = 0
    const queue = new EventQueue<number>({ capacity: 3, onReaderLeft: () => leaves++ })
    void queue.push(1)
    void queue.push(2)
    const ready = queue.push(3)
    for await (const item of queue) {
      void queue.push(4)
      if (item === 1) break
    }
    expect({ leaves, left: queue.readerLeft, size: queue.size }).toEqual({ leaves: 1, left: true, size: 0 })
    expect(await isResolved(ready)).toBe(true)
  })

  test('resolves the promise of a waiting producer', async () => {
    const queue = new EventQueue<number>({ capacity: 1 })
    const ready = queue.push(1)
    await queue[Symbol.asyncIterator]().return()
    expect(await isResolved(ready)).toBe(true)
  })

  test('discards later items', async () => {
    const queue = new EventQueue<number>({ capacity: 1 })
    const reader = queue[Symbol.asyncIterator]()
    await reader.return()
    expect([queue.push(1), queue.push(2), queue.size]).toEqual([undefined, undefined, 0])
    expect(await reader.next()).toEqual({ done: true, value: undefined })
    queue.end()
    expect(() => queue.push(3)).toThrow(expect.objectContaining({ code: 'QUEUE_ENDED' }))
  })

  test('is reported once, and pending reads end', async () => {
    let leaves = 0
    const queue = new EventQueue<number>({ onReaderLeft: () => leaves++ })
    const reader = queue[Symbol.asyncIterator]()
    const open = [reader.next(), reader.next()]
    expect(await reader.return()).toEqual({ done: true, value: undefined })
    expect(await reader.return()).toEqual({ done: true, value: undefined })
    expect(await Promise.all(open)).toEqual([
      { done: true, value: undefined },
      { done: true, value: undefined },
    ])
    expect(leaves).toBe(1)
  })

  test('counts as left only if it had unread items', async () => {
    const unread = new EventQueue<number>()
    void unread.push(1)
    unread.end()
    await unread[Symbol.asyncIterator]().return()
    expect(unread.readerLeft).toBe(true)

    const read = new EventQueue<number>()
    read.end()
    const reader = read[Symbol.asyncIterator]()
    await reader.next()
    await reader.return()
    expect(read.readerLeft).toBe(false)
  })

  test('gets no failure', async () => {
    const queue = new EventQueue<number>()
    const reader = queue[Symbol.asyncIterator]()
    await reader.return()
    queue.fail(new Error('broken'))
    expect(await reader.next()).toEqual({ done: true, value: undefined })
  })
})
