import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { blockedEvent } from './blocked-event.ts'

let folder: string

beforeEach(() => {
  folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'capstan-blocked-'))), 'a b')
  mkdirSync(folder)
})

afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

it('names the option and the flag for a host', () => {
  expect(blockedEvent({ kind: 'host', name: 'example.test:8443', toolCallId: 'a', tool: 'bash' })).toEqual({
    type: 'access.blocked',
    kind: 'host',
    name: 'example.test:8443',
    toolCallId: 'a',
    tool: 'bash',
    hint: 'Add "example.test:8443" to permissions.hosts.',
    commandHint: 'Use --allow-host example.test:8443.',
  })
})

it('names the folder of a file', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(blockedEvent({ kind: 'path', name: join(folder, 'file') })).toEqual({
    type: 'access.blocked',
    kind: 'path',
    name: join(folder, 'file'),
    hint: `Add "${folder}" to additionalDirectories.`,
    commandHint: `Use --add-dir '${folder}'.`,
  })
})

it('does not advise to show the whole home', () => {
  const path = join(homedir(), '.netrc')
  expect(blockedEvent({ kind: 'path', name: path })).toEqual({
    type: 'access.blocked',
    kind: 'path',
    name: path,
    hint: 'Copy the file into the workspace.',
    commandHint: 'Copy the file into the workspace.',
  })
})
