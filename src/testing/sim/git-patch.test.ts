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
  ['a\nb\n', ''],
  ['', 'a\n'],
  ['same\n', 'same\n'],
  ['a\nb', 'a\nb\n'],
  ['a\na\na\n', 'a\na\n'],
  ['1\n2\n3\n4\n5\n6\n7\n8\n9\n', '1\n2\n3\n4\nfive\n6\n7\n8\n9\n'],
])('changes %j into %j by git apply', (oldText, newText) => {
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

it('leaves unchanged lines out of the patch', () => {
  const text = gitPatch({
    path: '/a.txt',
    oldText: '1\n2\n3\n4\n5\n6\n7\n8\n9\n',
    newText: '1\n2\n3\n4\nfive\n6\n7\n8\n9\n',
  })
  expect(text).toBe(
    'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n',
  )
})
