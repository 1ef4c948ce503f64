import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageFolder } from './package-folder.ts'

it('finds the folder of this package from any folder inside', () => {
  const root = join(import.meta.dirname, '../../..')
  expect(packageFolder(import.meta.dirname)).toBe(root)
  expect(packageFolder(root)).toBe(root)
  expect(packageFolder(join(root, 'not/there'))).toBe(root)
})

it('finds no folder outside of the package', () => {
  expect(packageFolder('/')).toBe(undefined)
})
