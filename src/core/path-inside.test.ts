import { expect, test } from 'vitest'
import { isInside } from './path-inside.ts'

test.each([
  ['/work', '/work', true],
  ['/repo/a/b', '/work', true],
  ['/repo/..a', '/work', true],
  ['/repo/a', '/', true],
  ['/workshop', '/work', false],
  ['/', '/work', false],
  ['/repo/../etc', '/work', false],
  ['/etc', '/work', false],
])('%s in %s: %s', (path, folder, expected) => {
  expect(isInside(path, folder)).toBe(expected)
})
