import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testFolder } from '../../../../test/support/a2e.ts'
import { HeldFolder } from './held-folder.ts'
import { RootError } from './root-error.ts'
import { RootFiles } from './root-files.ts'

it('the root itself may be reached by a link', async () => {
  const folder = testFolder()
  mkdirSync(join(folder, 'real'))
  symlinkSync('real', join(folder, 'link'))
  await new RootFiles(join(folder, 'link')).write('a.txt', 'here')
  expect(readFileSync(join(folder, 'real/a.txt'), 'utf8')).toBe('here')
})

it.runIf(process.platform === 'linux')(
  'a folder that is held stays the same when its name is given away',
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
  'nobody gets out by changing a folder into a link meanwhile',
  async () => {
    const [root, outside] = [testFolder(), testFolder()]
    mkdirSync(join(root, 'entryPoint'))
    writeFileSync(join(root, 'entryPoint/file.txt'), 'inside')
    writeFileSync(join(outside, 'file.txt'), 'secret')
    const files = new RootFiles(root)
    // Without a pause, in a process of its own: a folder, then a link, then a folder again.
    const turns = `const { renameSync, symlinkSync, rmSync } = require('node:fs')
      // A write may make the folder anew, or write into it, at any moment.
      const attempt = (work) => { try { work() } catch {} }
      process.stdout.write('ready')
      for (;;) {
        attempt(() => renameSync('entryPoint', 'away'))
        attempt(() => symlinkSync(process.argv[1], 'entryPoint'))
        attempt(() => rmSync('entryPoint', { recursive: true, force: true }))
        attempt(() => renameSync('away', 'entryPoint'))
      }`
    const turning = spawn(process.execPath, ['--eval', turns, outside], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await once(turning.stdout, 'data')
      const seen = new Set<string>()
      for (let index = 0; index < 200; index++) {
        const answer = await files.read('entryPoint/file.txt').catch((error: unknown) => {
          if (error instanceof RootError) return error.reason
          throw error
        })
        seen.add(answer)
        await files.write('entryPoint/new.txt', 'inside').catch((error: unknown) => {
          if (!(error instanceof RootError)) throw error
        })
      }
      // That it met several says that the race was run.
      expect(seen.size).toBeGreaterThan(1)
      expect(seen.has('secret')).toBe(false)
      expect(readdirSync(outside)).toEqual(['file.txt'])
    } finally {
      const ended = once(turning, 'exit')
      turning.kill('SIGKILL')
      await ended
      rmSync(join(root, 'entryPoint'), { recursive: true, force: true })
    }
  },
  30_000,
)
