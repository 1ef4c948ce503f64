import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locateJsonError } from './json-position.ts'

const accepted = [
  'null',
  ' true ',
  '\t\r\nfalse\n',
  '0',
  '-0',
  '-0.0e-0',
  '1e5',
  '1E+5',
  '123.456e-7',
  '1e999',
  '""',
  '"\\u0000\\ud800\\"\\\\\\/\\b\\f\\n\\r\\t"',
  '"\ud800"',
  '"\udfff\ud800"',
  '"\u007f\u2028\u2029\ufeff"',
  '[]',
  '[ ]',
  '{}',
  '{ }',
  '[[],{},[{}]]',
  '{"a":1,"a":2,"__proto__":{}}',
  ' { "a" : [ 1 , 2 ] , "b" : { "c" : null } } ',
]

const refused: [text: string, index: number][] = [
  ['', 0],
  ['   ', 3],
  ['\ufeff1', 0],
  ['\u00a01', 0],
  ['\v1', 0],
  ['undefined', 0],
  ['NaN', 0],
  ['Infinity', 0],
  ['-Infinity', 1],
  ['+1', 0],
  ['.5', 0],
  ['1.', 2],
  ['1.e5', 2],
  ['01', 1],
  ['-01', 2],
  ['0x10', 1],
  ['1e', 2],
  ['1e+', 3],
  ['1_000', 1],
  ['-', 1],
  ['- 1', 1],
  ['tru', 3],
  ['trUe', 2],
  ['nulll', 4],
  ['True', 0],
  ['"abc', 4],
  ["'abc'", 0],
  ['"a\tb"', 2],
  ['"a\nb"', 2],
  ['"\u0000"', 1],
  ['"\\x41"', 2],
  ['"\\', 2],
  ['"\\u12', 5],
  ['"\\u12G4"', 5],
  ['"\\U0041"', 2],
  ['[', 1],
  [']', 0],
  ['[1', 2],
  ['[1,', 3],
  ['[1,]', 3],
  ['[,1]', 1],
  ['[1 2]', 3],
  ['[1}', 2],
  ['[1]]', 3],
  ['{', 1],
  ['}', 0],
  ['{a:1}', 1],
  ['{1:1}', 1],
  ['{"a"', 4],
  ['{"a":', 5],
  ['{"a" 1}', 5],
  ['{"a":1', 6],
  ['{"a":1,', 7],
  ['{"a":1,}', 7],
  ['{"a":}', 5],
  ['{,}', 1],
  ['{"a":1]', 6],
  ['{"a":1 "b":2}', 7],
  ['1 2', 2],
  ['{} // no', 3],
  ['/* no */ 1', 0],
  ['\ud83d\ude00', 0],
]

describe('examples', () => {
  test.each(accepted)('accepts %j', (text) => {
    expect(locateJsonError(text)).toBe(undefined)
    expect(() => JSON.parse(text)).not.toThrow()
  })

  test.each(refused)('refuses %j at %i', (text, index) => {
    expect(locateJsonError(text)?.index).toBe(index)
    expect(() => JSON.parse(text)).toThrow(SyntaxError)
  })

  test('counts lines and columns from 1', () => {
    expect(locateJsonError('x')).toEqual({ index: 0, line: 1, column: 1 })
    expect(locateJsonError('{\n  "a": 1,\r\n  "b": oops\n}')).toEqual({ index: 20, line: 3, column: 8 })
    expect(locateJsonError('[\n')).toEqual({ index: 2, line: 2, column: 1 })
    expect(locateJsonError('"\n"')).toEqual({ index: 1, line: 1, column: 2 })
    expect(locateJsonError('["\u{1f600}", x]')).toEqual({ index: 7, line: 1, column: 8 })
  })

  test('handles a million nested levels', () => {
    const depth = 1_000_000
    expect(locateJsonError('['.repeat(depth))).toEqual({ index: 1_000_000, line: 1, column: 1_000_001 })
    expect(locateJsonError('{"a":'.repeat(depth))?.index).toBe(5_000_000)
    expect(locateJsonError('['.repeat(depth) + ']'.repeat(depth))).toBe(undefined)
    expect(locateJsonError('['.repeat(depth) + ']'.repeat(depth + 1))?.index).toBe(2_000_000)
  })
})

const spaces = fc.constantFrom(undefined, 1, '\t', '\r\n')
const valid = fc
  .tuple(fc.jsonValue({ stringUnit: 'binary' }), spaces)
  .map(([value, space]) => JSON.stringify(value, undefined, space))
const telling = fc.constantFrom(
  ...Array.from('{}[]:,"\\/ \t\r\n\b\v0123456789+-.eEtrufalsn\u00a0\ufeff\ud800\udc00xG'),
)
const mutated = fc
  .tuple(valid, fc.nat(), fc.nat({ max: 3 }), fc.string({ unit: telling, maxLength: 3 }))
  .map(([text, place, removed, added]) => {
    const index = place % (text.length + 1)
    return text.slice(0, index) + added + text.slice(index + removed)
  })
const nearlyJson = fc.string({ unit: telling, maxLength: 12 })
const anything = fc.string({ unit: 'binary' })

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('against JSON.parse', () => {
  test('finds no position exactly if JSON.parse succeeds', () => {
    fc.assert(
      fc.property(fc.oneof(valid, mutated, nearlyJson, anything), (text) => {
        expect(locateJsonError(text) === undefined).toBe(parses(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('finds the first character after which no text can be JSON', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, nearlyJson), (text) => {
        const index = locateJsonError(text)?.index
        if (index === undefined) return
        expect(canBeCompleted(text.slice(0, index))).toBe(true)
        expect(index < text.length && canBeCompleted(text.slice(0, index + 1))).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})

/** Every way in which a token, or a member of an object, can be broken off. */
const endings = [
  '',
  '0',
  '"',
  '0"',
  '00"',
  '000"',
  '0000"',
  '\\"',
  ':0',
  '":0',
  '"":0',
  '\\":0',
  'n"',
  'n":0',
  '0":0',
  '00":0',
  '000":0',
  '0000":0',
  'rue',
  'ue',
  'e',
  'alse',
  'lse',
  'se',
  'ull',
  'll',
  'l',
]

function canBeCompleted(prefix: string): boolean {
  return endings.some((ending) => parses(prefix + ending + closersOf(prefix)))
}

/** The brackets that are open outside strings, innermost first. */
function closersOf(prefix: string): string {
  const outside = prefix.replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)/gs, '')
  const open: string[] = []
  for (const character of outside) {
    if (character === '[') open.unshift(']')
    else if (character === '{') open.unshift('}')
    else if (character === ']' || character === '}') open.shift()
  }
  return open.join('')
}
