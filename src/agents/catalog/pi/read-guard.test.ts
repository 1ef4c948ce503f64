import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGuard } from './read-guard.ts'

type Handler = (event: { toolName: string; input: unknown }, context: { cwd: string }) => unknown

let folder: string
let cwd: string
let handler: Handler

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'capstan-guard-')))
  cwd = join(folder, 'work')
  await mkdir(join(cwd, 'app/[id]'), { recursive: true })
  await mkdir(join(folder, 'outside'))
  for (const path of ['work/in.txt', 'work/my file.txt', 'outside/out.txt'])
    await writeFile(join(folder, path), '')
  await symlink(join(folder, 'outside'), join(cwd, 'link'))
  await symlink(join(folder, 'outside'), join(cwd, 'app/[out]'))
  await symlink(cwd, join(folder, 'alias'))
  const { files } = readGuard({ flag: '-e', reads: { read: 'path', grep: 'path' } })
  const path = join(folder, 'guard.mjs')
  await writeFile(path, files[0]?.content ?? '')
  const { default: load } = (await import(pathToFileURL(path).href)) as {
    default: (agent: { on: (name: string, handle: Handler) => void }) => void
  }
  load({ on: (_, handle) => (handler = handle) })
})

afterAll(() => rm(folder, { recursive: true }))

function isBlocked(input: unknown, { toolName = 'read', from = cwd } = {}): boolean {
  return handler({ toolName, input }, { cwd: from }) !== undefined
}

describe('the guard allows', () => {
  test.each([
    'in.txt',
    './in.txt',
    'in.txt:10-20',
    'my file.txt',
    'app/[id]/page.tsx',
    'src/**/*.ts; test/*.ts',
    'missing/file.txt',
  ])('%s', (path) => expect(isBlocked({ path })).toBe(false))

  test('an absolute path inside, also through a link to the folder', () => {
    expect(isBlocked({ path: join(cwd, 'in.txt') })).toBe(false)
    expect(isBlocked({ path: join(folder, 'alias/in.txt') }, { from: join(folder, 'alias') })).toBe(false)
  })

  test('a search without a path', () => {
    expect(isBlocked({ pattern: '../x' }, { toolName: 'grep' })).toBe(false)
  })
})

describe('the guard blocks', () => {
  test.each([
    '/etc/passwd',
    '../outside/out.txt',
    'link/out.txt',
    'link',
    'app/[out]/out.txt',
    '~/.ssh/id_rsa',
    '@/etc/passwd',
    ':/etc/passwd',
    '"/etc/passwd"',
    'file:///etc/passwd',
    'https://example.com',
    'in.txt; /etc/passwd',
    'in.txt,/etc/passwd',
    'in.txt /etc/passwd',
    'x/\u00A0/in.txt',
    '/etc/pass*',
  ])('%s', (path) => expect(isBlocked({ path })).toBe(true))

  test('any other tool, and paths that are not text', () => {
    expect(isBlocked({ command: 'ls' }, { toolName: 'bash' })).toBe(true)
    expect(isBlocked({ path: ['in.txt'] })).toBe(true)
    expect(isBlocked(undefined)).toBe(true)
    expect(isBlocked({ path: 'in.txt' }, { toolName: 'toString' })).toBe(true)
  })
})
