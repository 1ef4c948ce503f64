import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testAgent, testFolder, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { toolsPlugin } from './tools-plugin.ts'

let root: string
let outside: string
let agent: A2EAgent

beforeEach(async () => {
  root = testFolder()
  outside = testFolder()
  writeFileSync(join(outside, 'secret.txt'), 'secret')
  const host = await testHost({ root, plugins: [toolsPlugin({ allow: ['filesystem'] })] })
  agent = await testAgent(host, ['tools'])
})

async function call(tool_name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { data } = await agent.ask('tool/call/req', { tool_name, arguments: input })
  const { success, data: value, summary, truncated, error } = data as Record<string, unknown>
  return success === true ? { value, summary, truncated } : { error }
}

it('there are five tools for files, and none for commands', async () => {
  const { tools } = await agent.ask('tool/list/req', {})
  expect((tools as { name: string }[]).map(({ name }) => name)).toEqual([
    'read_file',
    'write_file',
    'edit_file',
    'list_files',
    'search_files',
  ])
})

it('a file is written with its folders, read whole or in part, changed and listed', async () => {
  expect(await call('write_file', { path: 'notes/day/one.txt', content: 'a\nb\nä\n' })).toEqual({
    value: { path: 'notes/day/one.txt', bytes: 7 },
    summary: '7 bytes to notes/day/one.txt',
    truncated: false,
  })
  expect(await call('read_file', { path: 'notes/day/one.txt' })).toEqual({
    value: { path: 'notes/day/one.txt', content: 'a\nb\nä\n', lines: 3 },
    summary: '3 of 3 lines of notes/day/one.txt',
    truncated: false,
  })
  expect(await call('read_file', { path: './notes//day/one.txt', line: 2, limit: 1 })).toMatchObject({
    value: { content: 'b\n' },
  })
  expect(await call('read_file', { path: 'notes/day/one.txt', line: 9 })).toMatchObject({
    value: { content: '', lines: 3 },
  })
  await call('write_file', { path: 'empty.txt', content: '' })
  expect(await call('read_file', { path: 'empty.txt' })).toMatchObject({ value: { content: '', lines: 0 } })
  expect(await call('edit_file', { path: 'notes/day/one.txt', old_text: 'b', new_text: '$&' })).toMatchObject(
    {
      value: { path: 'notes/day/one.txt', replacements: 1 },
    },
  )
  expect(readFileSync(join(root, 'notes/day/one.txt'), 'utf8')).toBe('a\n$&\nä\n')
  symlinkSync(outside, join(root, 'notes/link'))
  expect(await call('list_files', { path: 'notes' })).toMatchObject({
    value: {
      path: 'notes',
      entries: [
        { name: 'day', kind: 'folder' },
        { name: 'link', kind: 'link' },
      ],
    },
  })
  expect(readdirSync(join(root, 'notes/day'))).toEqual(['one.txt'])
})

it('a text that stands in a file several times is replaced only everywhere', async () => {
  writeFileSync(join(root, 'a.txt'), 'x x')
  const edit = { path: 'a.txt', old_text: 'x', new_text: 'y' }
  expect(await agent.refusal('tool/call/req', { tool_name: 'edit_file', arguments: edit })).toEqual({
    code: 'tool_error',
    message: 'The text stands in a.txt 2 times',
    detail: { path: 'a.txt', places: 2 },
  })
  expect(await call('edit_file', { ...edit, replace_all: true })).toMatchObject({
    value: { replacements: 2 },
  })
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('y y')
})

it('a file keeps its mode when it is written again', async () => {
  writeFileSync(join(root, 'run.sh'), 'old')
  chmodSync(join(root, 'run.sh'), 0o700)
  await call('write_file', { path: 'run.sh', content: 'new' })
  expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o700)
})

it('a search finds lines in all files below a folder, and follows no link', async () => {
  mkdirSync(join(root, 'src/deep'), { recursive: true })
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(join(root, 'src/a.txt'), 'one\nNeedle here\n')
  writeFileSync(join(root, 'src/deep/b.txt'), 'needle')
  writeFileSync(join(root, 'src/picture'), Buffer.from([0xff, 0xfe, 0x00]))
  writeFileSync(join(root, 'node_modules/c.txt'), 'needle')
  writeFileSync(join(outside, 'd.txt'), 'needle')
  symlinkSync(outside, join(root, 'src/out'))
  expect(await call('search_files', { text: 'needle' })).toEqual({
    value: { matches: [{ path: 'src/deep/b.txt', line: 1, text: 'needle' }] },
    summary: '1 lines',
    truncated: false,
  })
  expect(await call('search_files', { text: 'needle', path: 'src', ignore_case: true })).toMatchObject({
    value: {
      matches: [
        { path: 'src/a.txt', line: 2, text: 'Needle here' },
        { path: 'src/deep/b.txt', line: 1, text: 'needle' },
      ],
    },
  })
})

it('what is not there, no file or no text is told without a place on this machine', async () => {
  mkdirSync(join(root, 'folder'))
  writeFileSync(join(root, 'picture'), Buffer.from([0xff]))
  expect(await call('read_file', { path: 'none.txt' })).toEqual({ error: 'There is no such file or folder' })
  expect(await call('read_file', { path: 'folder' })).toEqual({
    error: 'The path does not lead to a regular file',
  })
  expect(await call('read_file', { path: '.' })).toEqual({
    error: 'The path does not lead to a regular file',
  })
  expect(await call('read_file', { path: 'picture' })).toEqual({ error: 'The file is not UTF-8 text' })
  expect(await call('read_file', { path: 'picture/x' })).toEqual({
    error: 'There is a file on the path where a folder should be',
  })
  expect(await call('write_file', { path: 'folder', content: '' })).toEqual({
    error: 'The path does not lead to a regular file',
  })
  const long = 'x'.repeat(300)
  const unusable = { error: 'The path holds a name that no file can have' }
  expect(await call('read_file', { path: long })).toEqual(unusable)
  expect(await call('write_file', { path: `${long}/a.txt`, content: '' })).toEqual(unusable)
  expect(await call('list_files', { path: 'picture' })).toEqual({
    error: 'There is a file on the path where a folder should be',
  })
  expect(await call('read_file', { path: 'a\\b' })).toEqual({
    error: 'The path holds a name that no file can have',
  })
})

describe('a path out of the root is refused', () => {
  const roads = [
    ['read_file', {}],
    ['write_file', { content: 'mine' }],
    ['edit_file', { old_text: 'secret', new_text: 'mine' }],
  ] as const

  it.each(roads)('%s', async (tool_name, more) => {
    symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'))
    symlinkSync(outside, join(root, 'folder'))
    mkdirSync(join(root, 'inner'))
    symlinkSync('../..', join(root, 'inner/up'))
    symlinkSync(join(outside, 'new.txt'), join(root, 'dangling.txt'))
    const refused = async (path: string): Promise<unknown> =>
      (await agent.refusal('tool/call/req', { tool_name, arguments: { path, ...more } }))['detail']
    const why = (path: string, reason: string): unknown => ({ tool: tool_name, path, reason })
    expect(await refused('../secret.txt')).toEqual(why('../secret.txt', 'parent'))
    expect(await refused('inner/../../x')).toEqual(why('inner/../../x', 'parent'))
    expect(await refused(join(outside, 'secret.txt'))).toEqual(why(join(outside, 'secret.txt'), 'absolute'))
    expect(await refused('C:\\secret.txt')).toEqual(why('C:\\secret.txt', 'absolute'))
    expect(await refused('link.txt')).toEqual(why('link.txt', 'link'))
    expect(await refused('dangling.txt')).toEqual(why('dangling.txt', 'link'))
    expect(await refused('folder/secret.txt')).toEqual(why('folder', 'link'))
    expect(await refused('inner/up/x.txt')).toEqual(why('inner/up', 'link'))
    expect(readdirSync(outside)).toEqual(['secret.txt'])
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret')
  })

  it('also for folders, with a code and a sentence', async () => {
    symlinkSync(outside, join(root, 'folder'))
    const list = { tool_name: 'list_files', arguments: { path: 'folder' } }
    expect(await agent.refusal('tool/call/req', list)).toEqual({
      code: 'tool_denied',
      message: 'list_files may not do this: There is a link on the path',
      detail: { tool: 'list_files', path: 'folder', reason: 'link' },
    })
    const search = { tool_name: 'search_files', arguments: { text: 'secret', path: '..' } }
    expect(await agent.refusal('tool/call/req', search)).toMatchObject({ code: 'tool_denied' })
  })
})
