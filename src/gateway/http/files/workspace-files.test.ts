import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { listWorkspace } from './workspace-files.ts'

const made: string[] = []
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'capstan-files-'))
  made.push(path)
  return path
}
afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true })
})

test('a folder below the depth limit ends the listing, and it says so', async () => {
  const root = folder()
  const deep = Array.from({ length: 22 }, () => 'd').join('/')
  mkdirSync(join(root, deep), { recursive: true })
  writeFileSync(join(root, 'near.txt'), '')
  writeFileSync(join(root, deep, 'far.txt'), '')
  expect(await listWorkspace(root)).toEqual({ files: ['near.txt'], isComplete: false })
})

test('a missing folder has no files', async () => {
  expect(await listWorkspace(join(folder(), 'gone'))).toEqual({ files: [], isComplete: true })
})
