import { expect, test } from 'vitest'
import { isSameToken, makeToken } from './token.ts'

const token = makeToken()

test.each([
  ['itself', token, true],
  ['nothing', '', false],
  ['its beginning', token.slice(0, -1), false],
  ['more than it', `${token}x`, false],
  ['it with a zero', `${token}\0`, false],
  ['one of its length', makeToken(), false],
])('distinguishes a token from another one: %s', (_, given, expected) => {
  expect(isSameToken(given, token)).toBe(expected)
})

test('compares letters of several bytes whole', () => {
  expect(isSameToken('schlüssel', 'schlüssel')).toBe(true)
  expect(isSameToken('schlussel', 'schlüssel')).toBe(false)
  expect(isSameToken('schl\0\0ssel', 'schlüssel')).toBe(false)
})
