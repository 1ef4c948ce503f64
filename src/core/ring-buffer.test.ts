import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RingBuffer } from './ring-buffer.ts'

test('is first in, first out, also across the end of its array', () => {
  const ring = new RingBuffer<number>()
  const taken: (number | undefined)[] = []
  for (let item = 0; item < 6; item++) ring.push(item)
  for (let count = 0; count < 4; count++) taken.push(ring.shift())
  for (let item = 6; item < 20; item++) ring.push(item)
  expect(ring.size).toBe(16)
  while (ring.size > 0) taken.push(ring.shift())
  expect(taken).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  expect(ring.shift()).toBe(undefined)
})

test('grows when needed and releases a large capacity when empty', () => {
  const ring = new RingBuffer<number>()
  const slots = [ring.slots]
  for (let item = 0; item < 1024; item++) {
    ring.push(item)
    if (ring.slots !== slots.at(-1)) slots.push(ring.slots)
  }
  expect(slots).toEqual([0, 8, 16, 32, 64, 128, 256, 512, 1024])
  while (ring.size > 0) ring.shift()
  expect(ring.slots).toBe(0)
})

test('keeps a small capacity, so that a steady flow allocates nothing', () => {
  const ring = new RingBuffer<number>()
  const slots = new Set<number>()
  for (let item = 0; item < 100; item++) {
    ring.push(item)
    ring.shift()
    slots.add(ring.slots)
  }
  expect([...slots]).toEqual([8])
})

test('releases all items on clear', () => {
  const ring = new RingBuffer<number>()
  ring.push(1)
  ring.clear()
  expect([ring.size, ring.slots, ring.shift()]).toEqual([0, 0, undefined])
  ring.push(2)
  expect(ring.shift()).toBe(2)
})

test('does not reference a removed item', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const ring = new RingBuffer<object>()
  ring.push({ taken: true })
  ring.push({ taken: false })
  const [first] = [ring.shift()].map((item) => new WeakRef(item ?? {}))
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  expect(first?.deref()).toBe(undefined)
  expect(ring.shift()).toEqual({ taken: false })
})

test('behaves like an array', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('push', 'shift', 'clear', 'fill'), { maxLength: 60 }), (steps) => {
      const ring = new RingBuffer<number>()
      const array: number[] = []
      const seen: unknown[] = []
      const expected: unknown[] = []
      for (const [index, step] of steps.entries()) {
        if (step === 'clear') {
          ring.clear()
          array.length = 0
        } else if (step === 'shift') {
          seen.push(ring.shift())
          expected.push(array.shift())
        } else {
          const items = Array.from({ length: step === 'fill' ? 11 : 1 }, (_, item) => 100 * index + item)
          for (const item of items) ring.push(item)
          array.push(...items)
        }
        seen.push(ring.size)
        expected.push(array.length)
      }
      while (ring.size > 0) seen.push(ring.shift())
      expect(seen).toEqual([...expected, ...array])
    }),
  )
})
