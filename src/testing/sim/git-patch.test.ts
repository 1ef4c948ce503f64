import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gitPatch } from './git-patch.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-git-patch-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  [null, 'new\n'],
  ['old\n', 'new\nand more\n'],
  ['old', 'new\n'],
  ['old\n', 'new'],
  ['a\nb\n', 'a\nb\nc\n'],
])('makes %j into %j by git apply', (oldText, newText) => {
  const file = join(folder, 'a.txt')
  if (oldText !== null) writeFileSync(file, oldText)
  const { status, stderr } = spawnSync('git', ['apply', '-'], {
    cwd: folder,
    input: gitPatch({ path: '/a.txt', oldText, newText }),
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(readFileSync(file, 'utf8')).toBe(newText)
})
