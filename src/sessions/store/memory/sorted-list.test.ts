import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SortedList } from './sorted-list.ts'

test('holds what a sorted array would hold, over many chunks', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { maxLength: 3000, size: 'max' })
  fc.assert(
    fc.property(numbers, fc.func(fc.boolean()), fc.integer({ min: -1, max: 5001 }), (added, taken, from) => {
      const list = new SortedList<number>((left, right) => left - right)
      for (const item of added) list.add(item)
      for (const item of added) if (taken(item)) list.delete(item)
      const expected = added.filter((item) => !taken(item)).toSorted((left, right) => left - right)
      expect([...list]).toEqual(expected)
      expect(list.first).toBe(expected[0])
      expect(list.firstWhere((item) => item >= from)).toBe(expected.find((item) => item >= from))
    }),
    { numRuns: 60 },
  )
})
