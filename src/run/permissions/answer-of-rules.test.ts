import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PermissionPolicy, PermissionQuestion } from '../api/permission-policy.ts'
import { decide } from './decide-permission.ts'
import { questionOf } from './permission-question.ts'

let cwd: string
beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-rules-')))
  mkdirSync(join(cwd, 'dist'))
  mkdirSync(join(cwd, 'src'))
  symlinkSync('../src', join(cwd, 'dist', 'link'))
  symlinkSync('/etc', join(cwd, 'out'))
})
afterAll(() => rmSync(cwd, { recursive: true }))

async function answer(permissions: PermissionPolicy, fields: Partial<PermissionQuestion>): Promise<unknown> {
  const request = { type: 'permission.requested' as const, requestId: 'r1', options: [] }
  const unset = { kind: undefined, tool: undefined, command: undefined }
  const question = { ...unset, paths: [], unknownFields: [], request, ...fields }
  return (await decide(permissions, question, { roots: [cwd] })).answer
}

it('allows a listed command and leaves every other one to the policy', async () => {
  const rules = { policy: 'ask', commands: ['npm test'] } as const
  expect(await answer(rules, { kind: 'execute', command: 'npm test' })).toBe('allow')
  expect(await answer(rules, { kind: 'execute', command: 'npm test; id' })).toBe('ask')
  expect(await answer({ ...rules, policy: 'allow-reads' }, { kind: 'execute', command: 'id' })).toBe('deny')
  expect(await answer({ ...rules, policy: () => 'deny' }, { kind: 'execute', command: 'id' })).toBe('deny')
})

it('does not allow a listed command with a field that could change it', async () => {
  const rules = { policy: 'ask', commands: ['npm test'] } as const
  expect(await answer(rules, { command: 'npm test', unknownFields: ['env'] })).toBe('ask')
  expect(await answer(rules, { command: 'npm test', unknownFields: ['call_id'] })).toBe('allow')
})

it.each<[string, object, 'allow' | 'ask']>([
  ['in the workspace', { command: 'npm test', cwd: 'src' }, 'allow'],
  ['in another folder', { command: 'npm test', cwd: '/opt' }, 'ask'],
  ['in a folder behind a link', { command: 'npm test', cwd: 'out' }, 'ask'],
  [
    'whose parts are its own',
    { command: 'npm test', commands: ['npm test'], parsed_cmd: [{ cmd: 'npm test' }] },
    'allow',
  ],
  ['with another command beside it', { command: 'npm test', cmd: 'rm -rf /' }, 'ask'],
  ['with another command below it', { command: 'npm test', next: { command: 'rm -rf /' } }, 'ask'],
  ['with a list of other commands', { command: 'npm test', commands: ['rm -rf /'] }, 'ask'],
])('answers a listed command %s: %j', async (_, input, expected) => {
  const request = { type: 'permission.requested' as const, requestId: 'r1', options: [] }
  const subject = { type: 'tool-call' as const, toolCall: { toolCallId: 't1', kind: 'execute', input } }
  const decided = await decide(
    { policy: 'ask', commands: ['npm test'] },
    questionOf({ ...request, subject }),
    {
      roots: [cwd],
    },
  )
  expect(decided.answer).toBe(expected)
})

it('does not allow a tool that may run a refused command in a field of unknown meaning', async () => {
  const rules = { policy: 'ask', commands: { deny: ['rm *'] }, tools: ['Run'] } as const
  expect(await answer(rules, { kind: 'execute', tool: 'Run', unknownFields: ['script'] })).toBe('ask')
  expect(await answer(rules, { kind: 'other', tool: 'Run', unknownFields: ['query'] })).toBe('allow')
})

it('does not allow a read that a link leads out of the workspace', async () => {
  expect(await answer('allow-reads', { kind: 'read', paths: ['out/passwd'] })).toBe('deny')
  expect(await answer('allow-reads', { kind: 'read', paths: ['dist/link/a.ts'] })).toBe('allow')
})

it('lets a refusal win', async () => {
  const rules = {
    policy: 'ask',
    commands: { allow: ['git *'], deny: ['git push *'] },
    tools: { allow: ['Bash', 'Search'], deny: ['Search'] },
  } as const
  expect(await answer(rules, { command: 'git push' })).toBe('deny')
  expect(await answer(rules, { command: 'git log' })).toBe('allow')
  expect(await answer(rules, { tool: 'Search' })).toBe('deny')
  expect(await answer(rules, { tool: 'Bash', command: 'ls' })).toBe('allow')
  expect(await answer(rules, { tool: 'Bash', command: 'git $(echo push)' })).toBe('ask')
})

it('allows changes only in the folders to write, links resolved', async () => {
  const rules = { policy: 'allow-reads', write: ['dist'] } as const
  const edit = { kind: 'edit' } as const
  expect(await answer(rules, { ...edit, paths: ['dist/a.js'], unknownFields: ['content'] })).toBe('allow')
  expect(await answer(rules, { ...edit, paths: ['dist/a.js', 'src/a.ts'] })).toBe('deny')
  expect(await answer(rules, { ...edit, paths: ['dist/link/a.ts'] })).toBe('deny')
  expect(await answer(rules, { ...edit, paths: ['dist/../src/a.ts'] })).toBe('deny')
  expect(await answer(rules, { ...edit, paths: ['dist/a.js'], unknownFields: ['target'] })).toBe('deny')
})

it('allows reads of the folders to read', async () => {
  const rules = { policy: 'allow-reads', read: ['/opt/data'] } as const
  expect(await answer(rules, { kind: 'read', paths: ['/opt/data/a'] })).toBe('allow')
  expect(await answer(rules, { kind: 'read', paths: ['/opt/other'] })).toBe('deny')
})
