import { isUtf8 } from 'node:buffer'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { locateUtf8Error } from './utf8-position.ts'

const broken: [bytes: number[], index: number][] = [
  [[0x80], 0],
  [[0x61, 0xff, 0x62], 1],
  [[0xc0, 0x80], 0],
  [[0xc1, 0xbf], 0],
  [[0x61, 0xc3], 1],
  [[0xc3, 0x28], 0],
  [[0xe0, 0x80, 0x80], 0],
  [[0xe2, 0x82], 0],
  [[0xe2, 0x82, 0x28], 0],
  [[0xed, 0xa0, 0x80], 0],
  [[0xf0, 0x80, 0x80, 0x80], 0],
  [[0xf0, 0x9f, 0x98], 0],
  [[0xf4, 0x90, 0x80, 0x80], 0],
  [[0xf5, 0x80, 0x80, 0x80], 0],
  [[0xe2, 0x82, 0xac, 0xc3, 0xa9, 0xfe], 5],
]

test.each(broken)('finds the broken sequence in %j at %i', (bytes, index) => {
  expect(locateUtf8Error(Uint8Array.from(bytes))).toBe(index)
})

test('finds nothing in UTF-8', () => {
  expect(locateUtf8Error(new Uint8Array())).toBe(undefined)
  expect(locateUtf8Error(Buffer.from('a\u0080é\u07ff\u0800€\ud7ff\ue000\uffff\u{10000}😀\u{10ffff}'))).toBe(
    undefined,
  )
})

const awkward = fc.constantFrom(
  0x41,
  0x80,
  0x8f,
  0x90,
  0x9f,
  0xa0,
  0xbf,
  0xc2,
  0xe0,
  0xe2,
  0xed,
  0xf0,
  0xf1,
  0xf4,
)

test('agrees with Node, and all bytes before the position are UTF-8', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(awkward, fc.nat({ max: 255 })), { maxLength: 8 }), (values) => {
      const bytes = Uint8Array.from(values)
      const index = locateUtf8Error(bytes)
      expect(index === undefined).toBe(isUtf8(bytes))
      expect(isUtf8(bytes.subarray(0, index))).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
