import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainJson } from './plain-json.ts'

describe('plainJson', () => {
  it.each([
    ['{"a": 1} // end', { a: 1 }],
    ['/* a\n b */ {"a": /* one */ 1}', { a: 1 }],
    ['{"a": [1, 2,], "b": {"c": 3,},}', { a: [1, 2], b: { c: 3 } }],
    ['{"a": 1, // last\n}', { a: 1 }],
    ['{"url": "http://a/*b*/,]", "quote": "\\"//"}', { url: 'http://a/*b*/,]', quote: '"//' }],
    ['["a",/**/]', ['a']],
    ['[/* * / ** */1]', [1]],
  ])('reads %j', (text, value) => {
    expect(JSON.parse(plainJson(text))).toEqual(value)
  })

  it.each(['[,]', '{,}', '[1,,]', '{"a":,}', '{"a": 1} /* open', '"open // ', '{"a" 1}', '/', '[1 /*/ 2]'])(
    'leaves %j invalid',
    (text) => {
      expect(() => JSON.parse(plainJson(text))).toThrow(SyntaxError)
    },
  )

  it('keeps line numbers, and does not change plain JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '*', '"', '\\', ',', '[', ']', '{', '}', 'a', ' ', '\n') }),
        (text) => {
          const plain = plainJson(text)
          expect(plain.length).toBe(text.length)
          expect(plain.split('\n').map(({ length }) => length)).toEqual(
            text.split('\n').map(({ length }) => length),
          )
        },
      ),
    )
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(plainJson(text)).toBe(text)
      }),
    )
  })
})
