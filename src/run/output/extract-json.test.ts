import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractJson } from './extract-json.ts'

const fence = '```'

describe('extractJson finds', () => {
  it.each<[string, string, unknown]>([
    ['the whole text', ' {"a": [1, 2]}\n', { a: [1, 2] }],
    ['a plain value', '42', 42],
    ['null', 'null', null],
    ['a value after a byte order mark', '\uFEFF{"a":1}', { a: 1 }],
    ['a marked block', `Here:\n${fence}json\n{"a": 1}\n${fence}\nDone {"b": [1, 2, 3]}.`, { a: 1 }],
    ['an unmarked block', `Here:\n${fence}\n[1]\n${fence}`, [1]],
    ['the marked block of several', `${fence}\n[1]\n${fence}\n${fence}JSON\n[2]\n${fence}`, [2]],
    ['a block in a list', `1. here\n   ${fence}json\n   {"a": 1}\n   ${fence}`, { a: 1 }],
    ['an unclosed block', `${fence}json\n{"a": 1}\n`, { a: 1 }],
    ['a longer fence around a shorter one', `${fence}${fence}json\n["${fence}"]\n${fence}${fence}`, [fence]],
    ['a block of tildes', '~~~json\r\n{"a": 1}\r\n~~~', { a: 1 }],
    ['an object in prose', 'The answer is {"a": "}"} as asked.', { a: '}' }],
    ['an array in prose', 'It is ["a", "]"] then', ['a', ']']],
    ['quotes within strings', String.raw`so {"a": "\"}\\"} it is`, { a: '"}\\' }],
    ['a value after brackets in prose', 'See [the list] and {name}: {"a": 1}', { a: 1 }],
    ['the longest of several', 'As [1] says, {"a": [1]} and not {}', { a: [1] }],
    ['the first of equals', '{"a":1} or {"a":2}', { a: 1 }],
    ['a value after unmatched closing brackets', 'a) } ] {"a":1}', { a: 1 }],
    ['a value in a block of another language', `${fence}ts\nconst a = {"b": 1}\n${fence}`, { b: 1 }],
  ])('%s', (_, text, value) => {
    expect(extractJson(text)).toEqual({ ok: true, value })
  })
})

describe('extractJson reports why it found no JSON', () => {
  it.each<[string, string, string]>([
    ['an empty answer', ' \n', 'The answer is empty'],
    ['prose', 'I am sorry.', 'The answer contains no JSON'],
    ['brackets in prose', 'Use {name} [here].', 'The answer contains no JSON'],
    ['a truncated object', 'Here: {"a": [1, 2', 'The JSON in the answer is incomplete'],
    ['a truncated string', '{"a": "abc', 'The JSON in the answer is incomplete'],
    [
      'a trailing comma, without falling back to an inner value',
      '{"a": {"b": 1},\n }',
      'The JSON in the answer is broken at line 2, column 2: "}" is not allowed there',
    ],
    [
      'JavaScript, and not what is inside',
      'So {a: {"b": 1}}',
      'The JSON in the answer is broken at line 1, column 2: "a" is not allowed there',
    ],
    [
      'a line break in a string, without falling back to an inner value',
      '{"a": "b\nc", "d": {"e": 1}}',
      String.raw`The JSON in the answer is broken at line 1, column 9: "\n" is not allowed there`,
    ],
  ])('%s', (_, text, problem) => {
    expect(extractJson(text)).toEqual({ ok: false, problem })
  })

  it('an answer above 5 MiB', () => {
    const text = `{"a": "${'ä'.repeat(2_700_000)}"}`
    expect(extractJson(text)).toEqual({ ok: false, problem: 'The answer is longer than 5 MiB' })
  })
})

describe('extractJson', () => {
  it.each<[string, string]>([
    ['brackets', '['.repeat(1_000_000)],
    ['objects', '{"a":'.repeat(800_000)],
    ['fences', `${fence}\n`.repeat(1_000_000)],
    ['quotes', '["'.repeat(2_000_000)],
    ['broken arrays', '[1x]'.repeat(1_000_000)],
    ['letters in a string', `x {"a": "${'y'.repeat(4_000_000)}`],
  ])('terminates on many %s', (_, text) => {
    expect(extractJson(text)).toMatchObject({ ok: false })
  })

  it('finds any object or array bare, in a fence and in prose', () => {
    const container = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()))
    const prose = fc.stringMatching(/^[\w .,:;!?\n()-]*$/)
    fc.assert(
      fc.property(container, prose, prose, fc.constantFrom(0, 2), (value, before, after, indent) => {
        const json = JSON.stringify(value, undefined, indent)
        const expected = { ok: true, value: JSON.parse(json) as unknown }
        expect(extractJson(json)).toEqual(expected)
        expect(extractJson(`${before}\n${fence}json\n${json}\n${fence}\n${after}`)).toEqual(expected)
        expect(extractJson(`${before} ${json} ${after}`)).toEqual(expected)
      }),
    )
  })

  it('never throws', () => {
    const piece = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', 'a', ' ', '\n', fence)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(typeof extractJson(pieces.join('')).ok).toBe('boolean')
      }),
    )
  })
})
