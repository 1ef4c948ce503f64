import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { folderPrefix, removeAbandoned } from './abandoned-folders.ts'

it('removes old folders of ended processes and no others', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'capstan-abandoned-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const { pid } = spawnSync(process.execPath, ['--version'])
  const names = [`claude.${pid}.old`, `claude.${pid}.young`, `${folderPrefix('claude')}old`, 'something']
  for (const name of names) {
    mkdirSync(join(parent, name, 'home'), { recursive: true })
    if (!name.endsWith('young')) utimesSync(join(parent, name), 1, 1)
  }
  await removeAbandoned(parent)
  expect(readdirSync(parent).toSorted()).toEqual(names.slice(1).toSorted())
  await removeAbandoned(join(parent, 'missing'))
})
