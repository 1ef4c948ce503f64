import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PermissionPolicy, PermissionQuestion } from '../api/permission-policy.ts'
import { decide } from './decide-permission.ts'

let cwd: string
beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-rules-')))
  mkdirSync(join(cwd, 'dist'))
  mkdirSync(join(cwd, 'src'))
  symlinkSync('../src', join(cwd, 'dist', 'link'))
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
