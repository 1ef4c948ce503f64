import { expect, test } from 'vitest'
import { ByteOrderMarkFilter } from './byte-order-mark.ts'

function run(chunks: number[][]): { out: number[]; length: number } {
  const filter = new ByteOrderMarkFilter()
  const parts = chunks.map((chunk) => filter.filter(Buffer.from(chunk)))
  const { length } = filter
  return { out: Array.from(Buffer.concat([...parts, filter.end()])), length }
}

test('strips the mark, whole or in pieces', () => {
  expect(run([[0xef, 0xbb, 0xbf, 0x61]])).toEqual({ out: [0x61], length: 3 })
  expect(run([[0xef], [], [0xbb], [0xbf], [0x61, 0x62]])).toEqual({ out: [0x61, 0x62], length: 3 })
  expect(run([[0xef, 0xbb, 0xbf]])).toEqual({ out: [], length: 3 })
})

test('strips only one mark, at the start', () => {
  expect(
    run([
      [0xef, 0xbb, 0xbf],
      [0xef, 0xbb, 0xbf],
    ]),
  ).toEqual({ out: [0xef, 0xbb, 0xbf], length: 3 })
  expect(run([[0x61], [0xef, 0xbb, 0xbf]])).toEqual({ out: [0x61, 0xef, 0xbb, 0xbf], length: 0 })
})

test('returns bytes that only begin like a mark', () => {
  expect(run([[0xef, 0xbb, 0x61]])).toEqual({ out: [0xef, 0xbb, 0x61], length: 0 })
  expect(run([[0xef], [0xbb], [0xbb, 0xbf]])).toEqual({ out: [0xef, 0xbb, 0xbb, 0xbf], length: 0 })
  expect(run([[0xef, 0xbb]])).toEqual({ out: [0xef, 0xbb], length: 0 })
  expect(run([])).toEqual({ out: [], length: 0 })
})
