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

it('lists five file tools and no command tool', async () => {
  const { tools } = await agent.ask('tool/list/req', {})
  expect((tools as { name: string }[]).map(({ name }) => name)).toEqual([
    'read_file',
    'write_file',
    'edit_file',
    'list_files',
    'search_files',
  ])
})

it('writes a file with its folders, reads all or some lines, edits and lists it', async () => {
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

it('replaces a text that occurs several times only with replace_all', async () => {
  writeFileSync(join(root, 'a.txt'), 'x x')
  const edit = { path: 'a.txt', old_text: 'x', new_text: 'y' }
  expect(await agent.refusal('tool/call/req', { tool_name: 'edit_file', arguments: edit })).toEqual({
    code: 'tool_error',
    message: 'The text occurs 2 times in a.txt',
    detail: { path: 'a.txt', places: 2 },
  })
  expect(await call('edit_file', { ...edit, replace_all: true })).toMatchObject({
    value: { replacements: 2 },
  })
  expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('y y')
})

it('keeps the mode of a file when writing it again', async () => {
  writeFileSync(join(root, 'run.sh'), 'old')
  chmodSync(join(root, 'run.sh'), 0o700)
  await call('write_file', { path: 'run.sh', content: 'new' })
  expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o700)
})

it('searches all files below a folder without following links', async () => {
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

it('reports missing files, folders and binary files without absolute paths', async () => {
  mkdirSync(join(root, 'folder'))
  writeFileSync(join(root, 'picture'), Buffer.from([0xff]))
  expect(await call('read_file', { path: 'none.txt' })).toEqual({ error: 'No such file or folder' })
  expect(await call('read_file', { path: 'folder' })).toEqual({
    error: 'The path is not a regular file',
  })
  expect(await call('read_file', { path: '.' })).toEqual({
    error: 'The path is not a regular file',
  })
  expect(await call('read_file', { path: 'picture' })).toEqual({ error: 'The file is not UTF-8 text' })
  expect(await call('read_file', { path: 'picture/x' })).toEqual({
    error: 'The path leads through a file',
  })
  expect(await call('write_file', { path: 'folder', content: '' })).toEqual({
    error: 'The path is not a regular file',
  })
  const long = 'x'.repeat(300)
  const unusable = { error: 'The path contains an invalid name' }
  expect(await call('read_file', { path: long })).toEqual(unusable)
  expect(await call('write_file', { path: `${long}/a.txt`, content: '' })).toEqual(unusable)
  expect(await call('list_files', { path: 'picture' })).toEqual({
    error: 'The path leads through a file',
  })
  expect(await call('read_file', { path: 'a\\b' })).toEqual({
    error: 'The path contains an invalid name',
  })
})

describe('refuses a path outside the root', () => {
  const pathTools = [
    ['read_file', {}],
    ['write_file', { content: 'mine' }],
    ['edit_file', { old_text: 'secret', new_text: 'mine' }],
  ] as const

  it.each(pathTools)('for %s', async (tool_name, more) => {
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

  it('for folders, with a code and a message', async () => {
    symlinkSync(outside, join(root, 'folder'))
    const list = { tool_name: 'list_files', arguments: { path: 'folder' } }
    expect(await agent.refusal('tool/call/req', list)).toEqual({
      code: 'tool_denied',
      message: 'list_files was denied: The path contains a link',
      detail: { tool: 'list_files', path: 'folder', reason: 'link' },
    })
    const search = { tool_name: 'search_files', arguments: { text: 'secret', path: '..' } }
    expect(await agent.refusal('tool/call/req', search)).toMatchObject({ code: 'tool_denied' })
  })
})
