import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

let root: string
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'capstan-make-folder-'))))
afterEach(() => rmSync(root, { recursive: true }))

it('creates missing folders with the mode and keeps existing ones', () => {
  const folder = join(root, 'one', 'two')
  makeFolder(folder, 0o700)
  makeFolder(folder, 0o755)
  expect([root, join(root, 'one'), folder].map((path) => statSync(path).mode & 0o777)).toEqual([
    0o700, 0o700, 0o700,
  ])
})

it('reports the reason why a folder cannot be created', () => {
  writeFileSync(join(root, 'file'), '')
  expect(() => makeFolder(join(root, 'file'))).toThrow(
    expect.objectContaining({
      code: 'FOLDER_NOT_MADE',
      message: `Cannot create the folder: EEXIST: file already exists, mkdir '${join(root, 'file')}'`,
      hint: 'Choose a folder you can write to, or change its permissions.',
    }),
  )
  expect(() => makeFolder(join(root, 'file', 'folder'))).toThrow(/^Cannot create the folder: EEXIST: /)
})

it.runIf(process.platform === 'linux')('comes back where no folder can be made', () => {
  expect(() => makeFolder('/proc/nothing/here')).toThrow(
    "Cannot create the folder: ENOENT: no such file or directory, mkdir '/proc/nothing'",
  )
})
