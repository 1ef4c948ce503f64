import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGuard, type ReadGuardOptions } from './read-guard.ts'

type Handler = (
  event: { toolName: string; toolCallId?: string; input: unknown },
  context: {
    cwd: string
    ui?: { select: (question: string, answers: string[]) => Promise<string | undefined> }
  },
) => Promise<unknown>

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
  handler = await load({ flag: '-e', reads: { read: 'path', grep: 'path' } })
})

async function load(options: ReadGuardOptions): Promise<Handler> {
  const { files } = readGuard(options)
  const path = join(folder, `guard-${String(options.asks)}.mjs`)
  await writeFile(path, files[0]?.content ?? '')
  const { default: extend } = (await import(pathToFileURL(path).href)) as {
    default: (agent: { on: (name: string, handle: Handler) => void; pi: unknown }) => void
  }
  const approval = { browser: ' Allow', mcp__a_b: 'allow', write: 'prompt' }
  const settings = { cloneForCwd: () => Promise.resolve({ get: () => approval }) }
  return new Promise((resolve) => extend({ pi: { settings }, on: (_, handle) => resolve(handle) }))
}

afterAll(() => rm(folder, { recursive: true }))

async function isBlocked(input: unknown, { toolName = 'read', from = cwd } = {}): Promise<boolean> {
  return (await handler({ toolName, input }, { cwd: from })) !== undefined
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
  ])('%s', async (path) => expect(await isBlocked({ path })).toBe(false))

  test('an absolute path inside, also through a link to the folder', async () => {
    expect(await isBlocked({ path: join(cwd, 'in.txt') })).toBe(false)
    expect(await isBlocked({ path: join(folder, 'alias/in.txt') }, { from: join(folder, 'alias') })).toBe(
      false,
    )
  })

  test('an additional folder of the session', async () => {
    const [path, words] = [join(folder, 'outside/out.txt'), process.argv]
    expect(await isBlocked({ path })).toBe(true)
    try {
      process.argv = [...words, '--add-dir', join(folder, 'outside')]
      expect(await isBlocked({ path })).toBe(false)
      expect(await isBlocked({ path: '/etc/passwd' })).toBe(true)
    } finally {
      process.argv = words
    }
  })

  test('a search without a path', async () => {
    expect(await isBlocked({ pattern: '../x' }, { toolName: 'grep' })).toBe(false)
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
  ])('%s', async (path) => expect(await isBlocked({ path })).toBe(true))

  test('any other tool, and paths that are not text', async () => {
    expect(await isBlocked({ command: 'ls' }, { toolName: 'bash' })).toBe(true)
    expect(await isBlocked({ path: ['in.txt'] })).toBe(true)
    expect(await isBlocked(undefined)).toBe(true)
    expect(await isBlocked({ path: 'in.txt' }, { toolName: 'toString' })).toBe(true)
  })
})

test('a guard that asks about what the agent does not lets a person decide about paths outside and allowed tools', async () => {
  const asking = await load({ flag: '-e', reads: { read: 'path' }, asks: 'unasked' })
  const asked: string[] = []
  const call = (toolName: string, path: string, answer: string): Promise<unknown> => {
    const select = (question: string): Promise<string> => {
      asked.push(question)
      return Promise.resolve(answer)
    }
    return asking({ toolName, input: { path } }, { cwd, ui: { select } })
  }
  expect(await call('read', 'in.txt', 'Deny')).toBeUndefined()
  expect(await call('write', 'in.txt', 'Deny')).toBeUndefined()
  expect(await call('read', '/etc/hosts', 'Approve')).toBeUndefined()
  expect(await call('read', '/etc/passwd', 'Deny')).toEqual({
    block: true,
    reason: 'The user denied this call',
  })
  expect(await call('mcp__a_b', 'x', 'Approve')).toBeUndefined()
  expect(await call('browser', 'y'.repeat(3000), 'Deny')).toMatchObject({ block: true })
  expect(asked).toEqual([
    'Allow tool: read\nPath: /etc/hosts',
    'Allow tool: read\nPath: /etc/passwd',
    'Allow tool: mcp__a_b\nInput: {"path":"x"}',
    `Allow tool: browser\nInput: {"path":"${'y'.repeat(1991)}…`,
  ])
})

test('a guard that asks about everything lets a person decide about all but reading inside', async () => {
  const asking = await load({ flag: '-e', reads: { read: 'path' }, asks: 'everything' })
  const asked: unknown[] = []
  const call = (toolName: string, input: object, answer?: string): Promise<unknown> => {
    const select = (question: string, answers: string[]): Promise<string | undefined> => {
      asked.push([JSON.parse(question), answers])
      return Promise.resolve(answer)
    }
    return asking({ toolName, toolCallId: 'call', input }, { cwd, ui: { select } })
  }
  const blocked = { block: true, reason: 'The user denied this call' }
  expect(await call('read', { path: 'in.txt' })).toBeUndefined()
  expect(await call('bash', { command: 'ls' }, 'Approve')).toBeUndefined()
  expect(await call('mcp__a__b', {}, 'Deny')).toEqual(blocked)
  expect(await call('read', { path: '/etc/passwd' })).toEqual(blocked)
  const answers = ['Approve', 'Deny']
  expect(asked).toEqual([
    [{ toolCallId: 'call', tool: 'bash', input: { command: 'ls' } }, answers],
    [{ toolCallId: 'call', tool: 'mcp__a__b', input: {} }, answers],
    [{ toolCallId: 'call', tool: 'read', input: { path: '/etc/passwd' } }, answers],
  ])
})
