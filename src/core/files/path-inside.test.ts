import { expect, test } from 'vitest'
import { isInside } from './path-inside.ts'

test.each([
  ['/repo', '/repo', true],
  ['/repo/a/b', '/repo', true],
  ['/repo/..a', '/repo', true],
  ['/repo/a', '/', true],
  ['/workshop', '/repo', false],
  ['/', '/repo', false],
  ['/repo/../etc', '/repo', false],
  ['/etc', '/repo', false],
])('%s in %s: %s', (path, folder, expected) => {
  expect(isInside(path, folder)).toBe(expected)
})
