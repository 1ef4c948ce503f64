import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageFolder } from './package-folder.ts'

it('is the folder with the package.json of this package, from wherever it is asked', () => {
  const root = join(import.meta.dirname, '../../..')
  expect(packageFolder(import.meta.dirname)).toBe(root)
  expect(packageFolder(root)).toBe(root)
  expect(packageFolder(join(root, 'not/there'))).toBe(root)
})

it('is nowhere outside of it', () => {
  expect(packageFolder('/')).toBe(undefined)
})
