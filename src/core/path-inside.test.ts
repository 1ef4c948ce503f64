import { expect, test } from 'vitest'
import { isInside } from './path-inside.ts'

test.each([
  ['/work', '/work', true],
  ['/work/a/b', '/work', true],
  ['/work/..a', '/work', true],
  ['/work/a', '/', true],
  ['/workshop', '/work', false],
  ['/', '/work', false],
  ['/work/../etc', '/work', false],
  ['/etc', '/work', false],
])('%s in %s: %s', (path, folder, expected) => {
  expect(isInside(path, folder)).toBe(expected)
})
