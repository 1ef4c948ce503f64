import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { StartQueue } from './start-queue.ts'

/** Starts that end on demand, and the order in which they began. */
function starts() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string) => (): Promise<string> => {
    begun.push(name)
    return new Promise((resolve) => ends.set(name, () => resolve(name)))
  }
  return { begun, start, end: (name: string) => ends.get(name)?.() }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Longer than starts wait for other requests. */
const soon = (): Promise<void> => sleep(50)

it('runs as many starts at once as allowed, in order', async () => {
  const { begun, start, end } = starts()
  const queue = new StartQueue(2)
  const results = ['a', 'b', 'c', 'd'].map((name) => queue.run(start(name)))
  await soon()
  expect(begun).toEqual(['a', 'b'])
  end('b')
  await soon()
  expect(begun).toEqual(['a', 'b', 'c'])
  end('a')
  end('c')
  await soon()
  end('d')
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

it('continues after a start that fails', async () => {
  const queue = new StartQueue(1)
  const failed = queue.run(() => Promise.reject(new Error('no')))
  const next = queue.run(() => Promise.resolve('next'))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('next')
})

it('leaves out a start that was aborted while it waited', async () => {
  const { begun, start, end } = starts()
  const queue = new StartQueue(1)
  const aborting = new AbortController()
  const first = queue.run(start('a'))
  const second = queue.run(start('b'), aborting.signal)
  const third = queue.run(start('c'))
  aborting.abort()
  await expect(second).rejects.toMatchObject({ code: 'ABORTED' })
  await soon()
  end('a')
  await soon()
  end('c')
  await Promise.all([first, third])
  expect(begun).toEqual(['a', 'c'])
})

it('lets requests that arrive soon after each other go first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { begun, start, end } = starts()
  const queue = new StartQueue(1)
  const first = queue.run(start('first'))
  const others: Promise<unknown>[] = []
  for (let count = 0; count < 40; count++) {
    await vi.advanceTimersByTimeAsync(2)
    expect(begun).toEqual([])
    others.push(queue.run(() => Promise.resolve()))
  }
  await vi.advanceTimersByTimeAsync(5)
  expect(begun).toEqual(['first'])
  end('first')
  await vi.advanceTimersByTimeAsync(500)
  await Promise.all([first, ...others])
})

it('starts during a steady stream of requests', async () => {
  const { begun, start, end } = starts()
  const queue = new StartQueue(1)
  const waiting = new AbortController()
  const first = queue.run(start('first'))
  const others: Promise<unknown>[] = []
  // Far more than the stream may hold the start back.
  for (const until = performance.now() + 2000; begun.length === 0 && performance.now() < until;) {
    others.push(queue.run(() => Promise.resolve(), waiting.signal).catch(() => undefined))
    await nextTurn()
  }
  expect(begun).toEqual(['first'])
  waiting.abort()
  end('first')
  await Promise.all([first, ...others])
})
