import { expect, it } from 'vitest'
import { OutputTail } from './output-tail.ts'

it('keeps text within the limit', () => {
  const tail = new OutputTail(6)
  tail.add('ab')
  tail.add('üü')
  expect([tail.read(), tail.truncated, tail.isEmpty]).toEqual(['abüü', false, false])
})

it('keeps the end, for any split into pieces', () => {
  const text = Array.from({ length: 500 }, (_, index) => `${index},`).join('')
  for (const size of [1, 2, 7, 30, 400, 5000]) {
    const tail = new OutputTail(30)
    for (let at = 0; at < text.length; at += size) tail.add(text.slice(at, at + size))
    expect([tail.read(), tail.truncated]).toEqual(['2,493,494,495,496,497,498,499,', true])
  }
})

it('cuts between characters', () => {
  for (const [limit, expected] of [
    [9, '€😀ü'],
    [8, '😀ü'],
    [6, '😀ü'],
    [5, 'ü'],
    [2, 'ü'],
    [1, ''],
    [0, ''],
  ] as const) {
    const tail = new OutputTail(limit)
    tail.add('€😀ü')
    expect([limit, tail.read(), tail.truncated]).toEqual([limit, expected, limit < 9])
  }
})

it('is empty after take', () => {
  const tail = new OutputTail(3)
  tail.add('abcd')
  expect(tail.take()).toBe('bcd')
  expect([tail.isEmpty, tail.read()]).toEqual([true, ''])
  tail.add('ef')
  expect(tail.take()).toBe('ef')
})
