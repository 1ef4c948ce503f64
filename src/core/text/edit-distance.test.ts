import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

describe('editDistance', () => {
  it.each([
    ['opus', 'opus', 2, 0],
    ['opsu', 'opus', 2, 1],
    ['sonet', 'sonnet', 2, 1],
    ['haikku', 'haiku', 2, 1],
    ['fabel', 'fable', 2, 1],
    ['opis', 'opus', 2, 1],
    ['', 'abc', 3, 3],
    ['abc', '', 3, 3],
    ['kitten', 'sitting', 3, 3],
    ['kitten', 'sitting', 2, 3],
    ['a', 'abcdef', 2, 3],
    ['claude', 'gemini', 2, 3],
  ])('%s to %s within %i is %i', (from, to, limit, distance) => {
    expect(editDistance(from, to, limit)).toBe(distance)
  })

  it('is symmetric, and 0 only for the same word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, (from, to) => {
        expect(editDistance(from, to, 9)).toBe(editDistance(to, from, 9))
        expect(editDistance(from, to, 9) === 0).toBe(from === to)
        expect(editDistance(from, to, 2)).toBe(Math.min(3, editDistance(from, to, 9)))
      }),
    )
  })
})
