import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('shows a short text whole', () => {
  expect(excerptOf('')).toBe('')
  expect(excerptOf('{"a": "é😀"}', 4)).toBe('{"a": "é😀"}')
  expect(excerptOf('x'.repeat(120))).toBe('x'.repeat(120))
})

test('escapes invisible characters and characters that move the cursor', () => {
  expect(excerptOf('a\u001b[31m\r\n\t\u0000\u007f\u0085')).toBe(
    'a\\u001b[31m\\u000d\\u000a\\u0009\\u0000\\u007f\\u0085',
  )
  expect(excerptOf('\u202eabc\u2028\u200b\ufeff')).toBe('\\u202eabc\\u2028\\u200b\\ufeff')
  expect(excerptOf('\ud800x\udc00')).toBe('\\ud800x\\udc00')
  expect(excerptOf('\u{e0041}')).toBe('\\udb40\\udc41')
})

test('cuts a long text around the index', () => {
  expect(excerptOf('x'.repeat(121))).toBe(`${'x'.repeat(119)}…`)
  expect(excerptOf(`${'a'.repeat(500)}!${'b'.repeat(500)}`, 500)).toBe(
    `…${'a'.repeat(40)}!${'b'.repeat(77)}…`,
  )
  expect(excerptOf('a'.repeat(500), 500)).toBe(`…${'a'.repeat(40)}`)
  expect(excerptOf(`${'a'.repeat(10)}!${'b'.repeat(500)}`, 10)).toBe(`${'a'.repeat(10)}!${'b'.repeat(108)}…`)
})

test('does not cut an escape or a pair in two', () => {
  expect(excerptOf('\u0000'.repeat(100))).toBe(`${'\\u0000'.repeat(19)}…`)
  expect(excerptOf('\u0000'.repeat(100), 50)).toBe(`…${'\\u0000'.repeat(6)}${'\\u0000'.repeat(13)}…`)
  expect(excerptOf('😀'.repeat(100))).toBe(`${'😀'.repeat(59)}…`)
})

test('has at most 120 characters, all printable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.nat({ max: 400 }), (text, place) => {
      const excerpt = excerptOf(text, Math.min(place, text.length))
      expect(excerpt.length).toBeLessThanOrEqual(120)
      expect(excerpt).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    }),
  )
})
