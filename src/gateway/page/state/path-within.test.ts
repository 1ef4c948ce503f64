import { expect, it } from 'vitest'
import { pathWithin } from './path-within.ts'

it.each([
  ['/work', '/work/src/a.ts', 'src/a.ts'],
  ['C:\\work', 'C:\\work\\a.ts', 'a.ts'],
  ['/work/', '/work/a.ts', 'a.ts'],
  ['/', '/etc/hosts', '/etc/hosts'],
  ['/work', '/workshop/a.ts', '/workshop/a.ts'],
  ['/work', '/work', '/work'],
  ['/work', '/work/', '/work/'],
  ['/work', 'src/a.ts', 'src/a.ts'],
  ['/work', '/etc/hosts', '/etc/hosts'],
  [undefined, '/work/a.ts', '/work/a.ts'],
])('from %s, %s is %s', (folder, path, shown) => {
  expect(pathWithin(folder, path)).toBe(shown)
})
