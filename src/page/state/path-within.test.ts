import { expect, it } from 'vitest'
import { pathWithin } from './path-within.ts'

it.each([
  ['/project', '/project/src/a.ts', 'src/a.ts'],
  ['C:\\project', 'C:\\project\\a.ts', 'a.ts'],
  ['/project/', '/project/a.ts', 'a.ts'],
  ['/', '/etc/hosts', '/etc/hosts'],
  ['/project', '/projects/a.ts', '/projects/a.ts'],
  ['/project', '/project', '/project'],
  ['/project', '/project/', '/project/'],
  ['/project', 'src/a.ts', 'src/a.ts'],
  ['/project', '/etc/hosts', '/etc/hosts'],
  [undefined, '/project/a.ts', '/project/a.ts'],
])('relative to %s, %s is %s', (folder, path, shown) => {
  expect(pathWithin(folder, path)).toBe(shown)
})
