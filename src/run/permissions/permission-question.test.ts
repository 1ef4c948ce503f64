import { describe, expect, it, test } from 'vitest'
import { permissionFromV1 } from '../../acp/reading/permission.ts'
import type { PermissionRequestedEvent, PermissionSubject } from '../../events/permission.ts'
import type { ToolCallPatch } from '../../events/tools/tool-call.ts'
import { readFixture } from '../../../test/read-fixture.ts'
import { questionOf } from './permission-question.ts'

const recorded = readFixture('acp-permissions/requests.json') as Record<string, unknown>

function requestOf(subject?: PermissionSubject, title?: string): PermissionRequestedEvent {
  return {
    type: 'permission.requested',
    requestId: 'r1',
    ...(title === undefined ? {} : { title }),
    ...(subject === undefined ? {} : { subject }),
    options: [],
  }
}

function toolCall(call: Omit<ToolCallPatch, 'toolCallId'>): PermissionRequestedEvent {
  return requestOf({ type: 'tool-call', toolCall: { toolCallId: 't1', ...call } })
}

describe('reads a recorded request', () => {
  test.each([
    ['claude writes', 'edit', 'Write', ['/workspace/repo/new-1794767928736.txt'], undefined],
    ['codex edits', 'edit', undefined, ['/workspace/repo/new-1794768701925.txt'], undefined],
    ['codex runs', 'execute', undefined, ['/workspace/repo'], 'touch /workspace/esc.txt && echo done'],
    ['copilot runs', 'execute', undefined, [], 'touch touched-1794769893835.txt && rm -f zzz'],
    ['copilot creates', 'edit', undefined, ['/workspace/repo/new-1794769893975.txt'], undefined],
    ['gemini writes', 'edit', undefined, ['/workspace/repo/new-1794769346132.txt'], undefined],
    ['gemini runs', 'execute', undefined, [], 'touch touched-1794769346866.txt && rm -f zzz'],
    ['omp runs', 'execute', undefined, [], 'echo hello-from-tool'],
    ['opencode runs', 'execute', undefined, [], 'echo hello-from-tool'],
    ['opencode edits', 'edit', undefined, ['/workspace/written.txt'], undefined],
  ])('%s', (name, kind, tool, paths, command) => {
    const request = permissionFromV1('r1', recorded[name])
    if (request === undefined) throw new Error('The recorded request cannot be read')
    expect(questionOf(request)).toMatchObject({ kind, tool, paths, command, request })
  })
})

describe('the paths', () => {
  test.each<[string, unknown, string[]]>([
    [
      'of every path field',
      { path: '/a', file_path: '/b', filePath: '/c', filepath: '/d' },
      ['/a', '/b', '/c', '/d'],
    ],
    [
      'of more path fields',
      { fileName: '/a', filename: '/b', abs_path: '/c', oldPath: '/d' },
      ['/a', '/b', '/c', '/d'],
    ],
    ['of lists and the working folder', { paths: ['/a', '/b', 3], cwd: '/c' }, ['/a', '/b', '/c']],
    ['of nested fields', { reads: [{ path: '/a' }, { args: { path: '/b' } }] }, ['/a', '/b']],
    ['stay relative', { path: '../a' }, ['../a']],
    ['exclude other fields', { PATH: '/bin', xpath: '//a', pathology: '/c', content: '/d', path: '' }, []],
    ['are empty for a text input', '*** Add File: /a', []],
    ['are empty without input', null, []],
  ])('%s', (_name, input, paths) => {
    expect(questionOf(toolCall({ input })).paths).toEqual(paths)
  })

  it('come from locations, changes and input, without duplicates', () => {
    const request = toolCall({
      locations: [{ path: '/a', line: 3 }],
      content: [
        { type: 'diff', changes: [{ operation: 'move', path: '/b', oldPath: '/c' }] },
        {
          type: 'diff',
          changes: [{ operation: 'unknown', originalOperation: 'link', data: { path: '/d' } }],
        },
        { type: 'content', content: { type: 'text', text: '/e' } },
      ],
      input: { path: '/a', file_path: '/f' },
    })
    expect(questionOf(request).paths).toEqual(['/a', '/b', '/c', '/d', '/f'])
  })

  it('include those of earlier events', () => {
    const known = { locations: [{ path: '/outside' }], input: { path: '/a' } }
    expect(questionOf(toolCall({ locations: [{ path: '/a' }] }), known).paths).toEqual(['/a', '/outside'])
  })
})

describe('the command', () => {
  test.each<[string, Omit<ToolCallPatch, 'toolCallId'>, string | undefined]>([
    ['comes from the input', { kind: 'execute', title: 'Say hi', input: { command: 'echo hi' } }, 'echo hi'],
    [
      'may be a list of arguments',
      { kind: 'execute', input: { command: ['bash', '-c', 'ls'] } },
      'bash -c ls',
    ],
    ['is read for every kind', { kind: 'read', input: { command: 'cat a' } }, 'cat a'],
    ['is the title without an input', { kind: 'execute', title: 'ls' }, 'ls'],
    ['is not the title of another kind', { kind: 'edit', title: 'rm a' }, undefined],
    [
      'is not the title beside an input',
      { kind: 'execute', title: 'ping', input: { server: 's' } },
      undefined,
    ],
    ['may be named cmd', { kind: 'read', input: { cmd: 'cat a' } }, 'cat a'],
    [
      'is undefined for items that are not text',
      { kind: 'execute', title: 'x', input: { command: [1] } },
      undefined,
    ],
    ['is undefined for an empty list', { kind: 'execute', input: { command: [] } }, undefined],
  ])('%s', (_name, call, command) => {
    expect(questionOf(toolCall(call)).command).toBe(command)
  })

  it('comes from a command subject, with its folder', () => {
    const request = requestOf({ type: 'command', command: 'ls', cwd: '/a', toolCallId: 't1' }, 'List')
    expect(questionOf(request, { tool: 'shell', input: { command: 'rm' } })).toEqual({
      kind: 'execute',
      tool: 'shell',
      paths: ['/a'],
      command: 'ls',
      unknownFields: [],
      request,
    })
  })
})

describe('the known tool call', () => {
  const known = { tool: 'Bash', kind: 'execute', title: 'Say hi', input: { command: 'echo hi' } }

  it('fills missing fields of the request', () => {
    const request = toolCall({})
    expect(questionOf(request, known)).toEqual({
      kind: 'execute',
      tool: 'Bash',
      paths: [],
      command: 'echo hi',
      unknownFields: [],
      request,
    })
  })

  it('is overridden by the request', () => {
    const request = toolCall({ kind: 'edit', tool: 'Write', input: { command: 'ls' } })
    expect(questionOf(request, known)).toEqual({
      kind: 'edit',
      tool: 'Write',
      paths: [],
      command: 'ls',
      unknownFields: [],
      request,
    })
  })

  it('is cleared by null', () => {
    expect(questionOf(toolCall({ kind: null, tool: null }), known)).toMatchObject({
      kind: undefined,
      tool: undefined,
    })
  })

  it('is used alone if the subject of the request is unknown', () => {
    const request = requestOf({ type: 'unknown', originalType: 'network', data: { path: '/a' } }, 'Connect')
    expect(questionOf(request)).toEqual({
      kind: undefined,
      tool: undefined,
      paths: [],
      command: undefined,
      unknownFields: [],
      request,
    })
    expect(questionOf(requestOf(), known)).toMatchObject({ kind: 'execute', command: 'echo hi' })
  })
})
