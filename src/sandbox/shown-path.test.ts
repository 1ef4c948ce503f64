import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isShown } from './shown-path.ts'

let folder: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-shown-')))
  for (const name of ['work', 'own', 'home', 'other']) mkdirSync(join(folder, name))
  for (const name of ['work/a', 'work/masked', 'own/settings', 'home/settings', 'home/key', 'other/b'])
    writeFileSync(join(folder, name), '')
  symlinkSync(join(folder, 'other/b'), join(folder, 'work/out'))
  symlinkSync(join(folder, 'work/a'), join(folder, 'work/in'))
  symlinkSync(join(folder, 'work'), join(folder, 'link'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['work/a', true],
  ['work/in', true],
  ['work/out', false],
  ['work/masked', false],
  ['link/a', true],
  ['home/settings', true],
  ['home/key', false],
  ['other/b', false],
])('%s: %s', (name, expected) => {
  const at = (one: string): string => join(folder, one)
  const words = [
    '--unshare-pid --ro-bind /usr /usr --symlink usr/bin /bin --tmpfs'.split(' '),
    [tmpdir(), '--bind', at('own'), at('home'), '--ro-bind', at('link'), at('link')],
    ['--ro-bind', at('work'), at('work'), '--ro-bind', '/dev/null', at('work/masked'), '--chdir', at('work')],
  ].flat()
  expect(isShown(words, at(name))).toBe(expected)
})
