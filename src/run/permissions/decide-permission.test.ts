import { describe, expect, it, test } from 'vitest'
import { permissionFromV1 } from '../../acp/reading/permission.ts'
import { readFixture } from '../../../test/read-fixture.ts'
import { decide } from './decide-permission.ts'
import type { PermissionDecider, PermissionPolicy } from '../api/permission-policy.ts'
import { questionOf } from './permission-question.ts'
import type { PermissionQuestion } from '../api/permission-policy.ts'

const recorded = readFixture('acp-permissions/requests.json') as Record<string, unknown>
const roots = ['/repo/repo', '/repo/shared']

function question(fields: Partial<PermissionQuestion>): PermissionQuestion {
  const request = {
    type: 'permission.requested' as const,
    requestId: 'r1',
    options: [{ optionId: 'yes', name: 'Yes', kind: 'allow-once' }],
  }
  return {
    kind: undefined,
    tool: undefined,
    paths: [],
    command: undefined,
    unknownFields: [],
    request,
    ...fields,
  }
}

describe('a named policy', () => {
  test.each<[PermissionPolicy]>([['allow'], ['deny'], ['ask']])(
    'gives the same answer to every request: %s',
    async (policy) => {
      for (const kind of ['read', 'execute', undefined]) {
        expect(await decide(policy, question({ kind }), { roots })).toEqual({ answer: policy })
      }
    },
  )
})

/** A read opens nothing in the sandbox. */
const allowedRead = { answer: 'allow', grant: { writes: 'none', hosts: [] } }

describe('allow-reads', () => {
  test.each<[Partial<PermissionQuestion>, 'allow' | 'deny']>([
    [{ kind: 'read', paths: ['/repo/repo/a', '/repo/shared/b'] }, 'allow'],
    [{ kind: 'search', paths: ['/repo/repo'] }, 'allow'],
    [{ kind: 'read' }, 'deny'],
    [{ kind: 'search' }, 'deny'],
    [{ kind: 'think' }, 'deny'],
    [{ kind: 'read', paths: ['/repo/repo/a'], unknownFields: ['target'] }, 'deny'],
    [{ kind: 'search', paths: ['/repo/repo/../**'] }, 'deny'],
    [{ kind: 'search', paths: ['src/**/*.ts'] }, 'allow'],
    [{ kind: 'read', paths: ['src/a', './b'] }, 'allow'],
    [{ kind: 'read', paths: ['/repo/repo/a', '/etc/passwd'] }, 'deny'],
    [{ kind: 'read', paths: ['/repo/repo/../../etc/passwd'] }, 'deny'],
    [{ kind: 'read', paths: ['../elsewhere'] }, 'deny'],
    [{ kind: 'read', paths: ['/repo/repository/a'] }, 'deny'],
    [{ kind: 'read', paths: ['~/.ssh/id_ed25519'] }, 'deny'],
    [{ kind: 'read', paths: ['file:///etc/passwd'] }, 'deny'],
    [{ kind: 'read', command: 'cat a' }, 'deny'],
    [{ kind: 'edit', paths: ['/repo/repo/a'] }, 'deny'],
    [{ kind: 'delete' }, 'deny'],
    [{ kind: 'move' }, 'deny'],
    [{ kind: 'execute', command: 'ls' }, 'deny'],
    [{ kind: 'fetch' }, 'deny'],
    [{ kind: 'switch-mode' }, 'deny'],
    [{ kind: 'other' }, 'deny'],
    [{ kind: 'a-kind-to-come' }, 'deny'],
    [{}, 'deny'],
  ])('%j: %s', async (fields, answer) => {
    const decided = await decide('allow-reads', question(fields), { roots })
    expect(decided).toEqual(answer === 'allow' ? allowedRead : { answer })
  })

  it('allows no path without roots', async () => {
    const asked = question({ kind: 'read', paths: [process.cwd()] })
    expect(await decide('allow-reads', asked, { roots: [] })).toEqual({ answer: 'deny' })
  })

  test.each<[string, object, 'allow' | 'deny']>([
    ['a file inside', { file: 'src/a' }, 'allow'],
    ['a file outside', { file: '/etc/passwd' }, 'deny'],
    ['a URL of a file outside', { uri: 'file:///etc/passwd' }, 'deny'],
    ['a directory outside', { directory: '/etc' }, 'deny'],
    ['a pattern that leads outside', { pattern: '/etc/**', path: '/repo/repo' }, 'deny'],
    ['a pattern inside', { pattern: '**/*.md', path: '/repo/repo' }, 'allow'],
    ['a command', { cmd: 'cat /etc/passwd', path: '/repo/repo' }, 'deny'],
    ['an unknown field', { path: '/repo/repo/a', target: '/etc/passwd' }, 'deny'],
    ['a nested command', { path: '/repo/repo/a', next: { command: 'rm -rf /' } }, 'deny'],
    ['a command that is no text', { path: '/repo/repo/a', command: { line: 'rm -rf /' } }, 'deny'],
    ['a path that is no text', { path: '/repo/repo/a', files: [{ name: '/etc/passwd' }] }, 'deny'],
    ['a reason that is no text', { path: '/repo/repo/a', reason: { target: '/etc' } }, 'deny'],
    ['a nested unknown field', { reads: [{ path: '/repo/repo/a', of: { place: '/etc' } }] }, 'deny'],
    ['plain fields beside the path', { path: '/repo/repo/a', offset: 3, description: 'Look' }, 'allow'],
    ['nothing', {}, 'deny'],
  ])('a read with %s: %j is answered with %s', async (_name, input, answer) => {
    const subject = { type: 'tool-call', toolCall: { toolCallId: 't1', kind: 'read', input } } as const
    const asked = questionOf({ ...question({}).request, subject })
    const decided = await decide('allow-reads', asked, { roots })
    expect(decided).toEqual(answer === 'allow' ? allowedRead : { answer })
  })

  test.each(Object.entries(recorded))('refuses when %s', async (_name, params) => {
    const request = permissionFromV1('r1', params)
    if (request === undefined) throw new Error('The recorded request cannot be read')
    expect(await decide('allow-reads', questionOf(request), { roots: ['/workspace'] })).toEqual({
      answer: 'deny',
    })
  })
})

describe('a policy function', () => {
  test.each([
    ['allow'],
    ['allow-always'],
    ['deny'],
    ['deny-always'],
    ['cancel'],
    ['ask'],
    [{ optionId: 'yes' }],
  ] as const)('may answer %j, synchronously or asynchronously', async (answer) => {
    expect(await decide(() => answer, question({}), { roots })).toEqual({ answer })
    expect(await decide(() => Promise.resolve(answer), question({}), { roots })).toEqual({ answer })
  })

  it('gets the question', async () => {
    const asked = question({ kind: 'execute', command: 'ls' })
    const decider: PermissionDecider = (given) => (given === asked ? 'allow' : 'deny')
    expect(await decide(decider, asked, { roots })).toEqual({ answer: 'allow' })
  })

  test.each<[string, () => unknown]>([
    ['an invalid answer', () => 'yes'],
    ['a property name of Object.prototype', () => 'constructor'],
    ['true', () => true],
    ['nothing', () => undefined],
    ['null', () => null],
    ['an option that is not offered', () => ({ optionId: 'no' })],
    ['an empty object, later', () => Promise.resolve({})],
  ])('denies if it returns %s', async (_name, decider) => {
    expect(await decide(decider as PermissionDecider, question({}), { roots })).toEqual({
      answer: 'deny',
      problem: 'The permission policy returned an answer that the request does not offer',
    })
  })

  it('denies if it throws, synchronously or asynchronously', async () => {
    const failed = { answer: 'deny', problem: 'The permission policy failed: broken' }
    const throwing: PermissionDecider = () => {
      throw new Error('broken')
    }
    expect(await decide(throwing, question({}), { roots })).toEqual(failed)
    expect(await decide(() => Promise.reject(new Error('broken')), question({}), { roots })).toEqual(failed)
  })
})
