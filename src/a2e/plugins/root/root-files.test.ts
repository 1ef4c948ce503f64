import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../../../../test/support/a2e.ts'
import { HeldFolder } from './held-folder.ts'
import { RootError } from './root-error.ts'
import { RootFiles } from './root-files.ts'

it('accepts a link as the root itself', async () => {
  const folder = testFolder()
  mkdirSync(join(folder, 'real'))
  symlinkSync('real', join(folder, 'link'))
  await new RootFiles(join(folder, 'link')).write('a.txt', 'here')
  expect(readFileSync(join(folder, 'real/a.txt'), 'utf8')).toBe('here')
})

it.runIf(process.platform === 'linux')(
  'keeps using an open folder after it was renamed and replaced by a link',
  async () => {
    const [root, outside] = [testFolder(), testFolder()]
    mkdirSync(join(root, 'inner'))
    const folder = await HeldFolder.open({ root, names: ['inner'] })
    try {
      renameSync(join(root, 'inner'), join(root, 'moved'))
      symlinkSync(outside, join(root, 'inner'))
      writeFileSync(folder.at('a.txt'), 'still inside')
    } finally {
      await folder.close()
    }
    expect({ moved: readdirSync(join(root, 'moved')), outside: readdirSync(outside) }).toEqual({
      moved: ['a.txt'],
      outside: [],
    })
  },
)

it.runIf(process.platform === 'linux')(
  'never leaves the root while another process swaps a folder and a link',
  async () => {
    const [root, outside] = [testFolder(), testFolder()]
    mkdirSync(join(root, 'target'))
    writeFileSync(join(root, 'target/file.txt'), 'inside')
    writeFileSync(join(outside, 'file.txt'), 'secret')
    const files = new RootFiles(root)
    // Another process swaps a folder and a link in a tight loop.
    const turns = `const { renameSync, symlinkSync, rmSync } = require('node:fs')
      // A write may create the folder again, or write into it, at any moment.
      const attempt = (work) => { try { work() } catch {} }
      process.stdout.write('ready')
      for (;;) {
        attempt(() => renameSync('target', 'away'))
        attempt(() => symlinkSync(process.argv[1], 'target'))
        attempt(() => rmSync('target', { recursive: true, force: true }))
        attempt(() => renameSync('away', 'target'))
      }`
    const turning = spawn(process.execPath, ['--eval', turns, outside], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await once(turning.stdout, 'data')
      const seen = new Set<string>()
      for (let index = 0; index < 200; index++) {
        const answer = await files.read('target/file.txt').catch((error: unknown) => {
          if (error instanceof RootError) return error.reason
          throw error
        })
        seen.add(answer)
        await files.write('target/new.txt', 'inside').catch((error: unknown) => {
          if (!(error instanceof RootError)) throw error
        })
      }
      // Several different results show that the race took place.
      expect(seen.size).toBeGreaterThan(1)
      expect(seen.has('secret')).toBe(false)
      expect(readdirSync(outside)).toEqual(['file.txt'])
    } finally {
      const ended = once(turning, 'exit')
      turning.kill('SIGKILL')
      await ended
      rmSync(join(root, 'target'), { recursive: true, force: true })
    }
  },
  30_000,
)
