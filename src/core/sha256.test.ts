import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('agrees with node:crypto for texts of any length', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'a'.repeat(length)
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
  }
})

test('agrees with node:crypto for any text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 2000 })
  fc.assert(
    fc.property(text, (value) => {
      expect(sha256(value)).toBe(createHash('sha256').update(value).digest('hex'))
    }),
  )
})
