import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { shellCommand } from './shell-command.ts'

const cwd = mkdtempSync(join(tmpdir(), 'capstan-shell-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

function run(command: string): string {
  return execFileSync('sh', ['-c', command], { cwd, encoding: 'utf8' })
}

it('writes, edits and reads like the tools', () => {
  const path = "it's here.txt"
  run(shellCommand('write', { path, content: 'one $HOME\n"two" (a/b)\n' }))
  expect(readFileSync(join(cwd, path), 'utf8')).toBe('one $HOME\n"two" (a/b)\n')
  run(shellCommand('edit', { path, oldText: '$HOME\n"two" (a/b)', newText: "$PATH isn't \\1" }))
  expect(run(shellCommand('read', { path }))).toBe("one $PATH isn't \\1\n")
})
