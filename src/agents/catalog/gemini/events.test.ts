import { describe, expect, test } from 'vitest'
import { readOutput, type Reading, comparableEvents } from '../../../../test/support/read-output.ts'
import { createGeminiReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string, reading?: Reading) {
  const file = new URL(`fixtures/output/${name}.ndjson`, import.meta.url)
  const { events, end } = readOutput(createGeminiReader, file, reading)
  return { events: comparableEvents(events), end }
}

describe('the output of Gemini CLI', () => {
  test('text', () => {
    expect(read('text')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'text.delta', text: 'SCN=text hello', role: 'user' },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.' },
        {
          type: 'usage.updated',
          tokens: { total: 310, input: 188, output: 108, thinking: 24, cacheRead: 14 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '8e72e23e-46c8-44c8-a737-3f1de0869913',
        tokens: { total: 310, input: 188, output: 108, thinking: 24, cacheRead: 14 },
      },
    })
  })

  test('text after a hidden thought', () => {
    expect(read('think')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'text.delta', text: 'SCN=think hello', role: 'user' },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.' },
        { type: 'usage.updated', tokens: { total: 155, input: 94, output: 54, thinking: 12, cacheRead: 7 } },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '89efbc1d-e4ff-4427-bcbc-28014eef23a4',
        tokens: { total: 155, input: 94, output: 54, thinking: 12, cacheRead: 7 },
      },
    })
  })

  test('a resumed session', () => {
    expect(read('resume', { context: { isResumed: true } })).toEqual({
      events: [
        { type: 'session.resumed' },
        { type: 'text.delta', text: 'SCN=gtext again', role: 'user' },
        { type: 'text.delta', text: 'All done.' },
        { type: 'usage.updated' },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '11111111-2222-4333-8444-555555555555',
        tokens: { total: 15, input: 10, output: 5, thinking: 0, cacheRead: 0 },
      },
    })
  })

  test('a file that is read', () => {
    expect(read('read')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'text.delta', text: 'SCN=read hello', role: 'user' },
        { type: 'text.delta', text: 'I will use a tool.' },
        {
          type: 'tool.called',
          toolCallId: 'read_file__read_file_1794768971177_0',
          tool: 'read_file',
          title: 'hello.txt',
          kind: 'read',
          locations: [{ path: '/workspace/repo/hello.txt' }],
          status: 'in-progress',
          input: { file_path: '/workspace/repo/hello.txt' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'read_file__read_file_1794768971177_0',
          status: 'completed',
          output: '',
        },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.' },
        {
          type: 'usage.updated',
          tokens: { total: 310, input: 188, output: 108, thinking: 24, cacheRead: 14 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '439670ee-75c0-428e-a8be-4bb1b5ab2eea',
        tokens: { total: 310, input: 188, output: 108, thinking: 24, cacheRead: 14 },
      },
    })
  })

  test('a command', () => {
    expect(read('tool')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'text.delta', text: 'SCN=tool hello', role: 'user' },
        { type: 'text.delta', text: 'I will use a tool.' },
        {
          type: 'tool.called',
          toolCallId: 'run_shell_command__run_shell_command_1794768964541_0',
          tool: 'run_shell_command',
          title: 'echo hi',
          kind: 'execute',
          status: 'in-progress',
          input: { command: 'echo hi', description: 'Say hi' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'run_shell_command__run_shell_command_1794768964541_0',
          status: 'completed',
          output: 'hi',
          content: [{ type: 'content', content: { type: 'text', text: 'hi' } }],
        },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.' },
        {
          type: 'usage.updated',
          tokens: { total: 310, input: 188, output: 108, thinking: 24, cacheRead: 14 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: 'd319750b-f500-496d-b925-3cc147b3c0e3',
        tokens: { total: 310, input: 188, output: 108, thinking: 24, cacheRead: 14 },
      },
    })
  })

  test('a file that is written', () => {
    expect(read('write')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'text.delta', text: 'SCN=write hello', role: 'user' },
        { type: 'text.delta', text: 'I will use a tool.' },
        {
          type: 'tool.called',
          toolCallId: 'write_file__write_file_1794768976777_0',
          tool: 'write_file',
          title: 'Writing to new-1794768976756.txt',
          kind: 'edit',
          locations: [{ path: '/workspace/repo/new-1794768976756.txt' }],
          content: [
            {
              type: 'diff',
              changes: [
                {
                  operation: 'add',
                  path: '/workspace/repo/new-1794768976756.txt',
                  newText: 'written by the fake provider\n',
                },
              ],
            },
          ],
          status: 'in-progress',
          input: {
            file_path: '/workspace/repo/new-1794768976756.txt',
            content: 'written by the fake provider\n',
          },
        },
        { type: 'tool.updated', toolCallId: 'write_file__write_file_1794768976777_0', status: 'completed' },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.' },
        {
          type: 'usage.updated',
          tokens: { total: 310, input: 188, output: 108, thinking: 24, cacheRead: 14 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '386d141d-0f06-4c75-9517-59e0fec30c34',
        tokens: { total: 310, input: 188, output: 108, thinking: 24, cacheRead: 14 },
      },
    })
  })

  test('a file that is edited', () => {
    expect(read('edit')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'text.delta', text: 'SCN=gedit go', role: 'user' },
        {
          type: 'tool.called',
          toolCallId: 'replace__replace_1794787458073_0',
          tool: 'replace',
          title: 'hello.txt',
          kind: 'edit',
          locations: [{ path: '/workspace/repo/hello.txt' }],
          content: [
            {
              type: 'diff',
              changes: [
                { operation: 'modify', path: '/workspace/repo/hello.txt', oldText: 'hello', newText: 'bye' },
              ],
            },
          ],
          status: 'in-progress',
          input: { file_path: 'hello.txt', instruction: 'x', old_string: 'hello', new_string: 'bye' },
        },
        { type: 'tool.updated', toolCallId: 'replace__replace_1794787458073_0', status: 'completed' },
        { type: 'text.delta', text: 'All done.' },
        { type: 'usage.updated', tokens: { total: 30, input: 20, output: 10, thinking: 0, cacheRead: 0 } },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: 'af40dc0f-038d-4cb1-a95d-f87e7935e383',
        tokens: { total: 30, input: 20, output: 10, thinking: 0, cacheRead: 0 },
      },
    })
  })

  test('a tool that fails', () => {
    expect(read('failed-tool')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'text.delta', text: 'SCN=gfail go', role: 'user' },
        {
          type: 'tool.called',
          toolCallId: 'read_file__read_file_1794787456141_0',
          tool: 'read_file',
          title: 'none.txt',
          kind: 'read',
          locations: [{ path: '/workspace/repo/none.txt' }],
          status: 'in-progress',
          input: { file_path: '/workspace/repo/none.txt' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'read_file__read_file_1794787456141_0',
          status: 'failed',
          output: 'File not found.',
          content: [{ type: 'content', content: { type: 'text', text: 'File not found.' } }],
          error: { message: 'File not found: /workspace/repo/none.txt', code: 'file_not_found' },
        },
        { type: 'text.delta', text: 'All done.' },
        { type: 'usage.updated', tokens: { total: 30, input: 20, output: 10, thinking: 0, cacheRead: 0 } },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '92ed832e-da09-4200-ac5f-e937e3440d59',
        tokens: { total: 30, input: 20, output: 10, thinking: 0, cacheRead: 0 },
      },
    })
  })

  test('a tool that is not offered', () => {
    expect(read('missing-tool')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'text.delta', text: 'SCN=gshell go', role: 'user' },
        {
          type: 'tool.called',
          toolCallId: 'run_shell_command__run_shell_command_1794787459857_0',
          tool: 'run_shell_command',
          title: 'touch x.txt',
          kind: 'execute',
          status: 'in-progress',
          input: { command: 'touch x.txt' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'run_shell_command__run_shell_command_1794787459857_0',
          status: 'failed',
          output:
            'Tool "run_shell_command" not found. Did you mean one of: "update_topic", "grep_search", "invoke_agent"?',
          content: [
            {
              type: 'content',
              content: {
                type: 'text',
                text: 'Tool "run_shell_command" not found. Did you mean one of: "update_topic", "grep_search", "invoke_agent"?',
              },
            },
          ],
          error: {
            message:
              'Tool "run_shell_command" not found. Did you mean one of: "update_topic", "grep_search", "invoke_agent"?',
            code: 'tool_not_registered',
          },
        },
        { type: 'text.delta', text: 'All done.' },
        { type: 'usage.updated', tokens: { total: 30, input: 20, output: 10, thinking: 0, cacheRead: 0 } },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '54723af0-dd0c-4423-9601-fa8e399593f3',
        tokens: { total: 30, input: 20, output: 10, thinking: 0, cacheRead: 0 },
      },
    })
  })

  test('a refused request', () => {
    expect(read('err400', { exit: { exitCode: 144 } })).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'text.delta', text: 'SCN=err400 x', role: 'user' },
        { type: 'usage.updated', tokens: { total: 0, input: 0, output: 0, thinking: 0, cacheRead: 0 } },
        {
          type: 'error',
          error: {
            message:
              '[API Error: {"error":{"code":400,"message":"fake provider error 400","status":"INVALID_ARGUMENT"}}]',
            code: 'PROVIDER_ERROR',
            retryable: false,
            data: { status: 400 },
          },
        },
      ],
      end: {
        stopReason: 'error',
        sessionId: 'd8181006-8cce-4623-ae8b-6c404b072f9d',
        tokens: { total: 0, input: 0, output: 0, thinking: 0, cacheRead: 0 },
        error: {
          message:
            '[API Error: {"error":{"code":400,"message":"fake provider error 400","status":"INVALID_ARGUMENT"}}]',
          code: 'PROVIDER_ERROR',
          retryable: false,
          data: { status: 400 },
        },
      },
    })
  })

  test.each([
    [41, 'AUTH_ERROR', 'Please set an Auth method', { data: { kind: 'login' } }],
    [42, 'SESSION_NOT_FOUND', 'Error resuming session: No previous sessions found for this project.', {}],
    [42, 'AGENT_ERROR', 'No input provided via stdin', {}],
    [55, 'UNTRUSTED_FOLDER', 'Gemini CLI is not running in a trusted directory.', {}],
  ])('exit code %d before anything is printed is %s', (exitCode, code, message, rest) => {
    const reader = createGeminiReader({ cwd: '/workspace', isResumed: true })
    const stderrTail = `Ripgrep is not available.\n\u001B[31m${message}\u001B[0m\n`
    expect(reader.end({ exitCode, signal: null, stderrTail })).toEqual({
      stopReason: 'error',
      error: { message, code, retryable: false, ...rest },
    })
  })

  test.each([
    [145, 'AUTH_ERROR', false, 401],
    [173, 'RATE_LIMITED', true, 429],
    [244, 'PROVIDER_ERROR', true, 500],
  ])('exit code %d of a failed result is %s', (exitCode, code, retryable, status) => {
    const reader = createGeminiReader({ cwd: '/workspace', isResumed: false })
    reader.read({ type: 'result', status: 'error', error: { type: 'ApiError', message: 'no answer' } })
    expect(reader.end({ exitCode, signal: null, stderrTail: '' })).toEqual({
      stopReason: 'error',
      error: { message: 'no answer', code, retryable, data: { status } },
    })
  })

  test.each([
    ['an error inside a success', 'error', 'The model gave no answer', 'error', 'AGENT_ERROR'],
    ['a limit', 'error', 'Maximum session turns exceeded', 'max-turn-requests', undefined],
    ['a loop', 'warning', 'Loop detected, stopping execution', 'max-turn-requests', undefined],
    ['a warning', 'warning', 'Something was blocked', 'end-turn', undefined],
  ])('%s', (_, severity, message, stopReason, code) => {
    const reader = createGeminiReader({ cwd: '/workspace', isResumed: false })
    expect(reader.read({ type: 'error', severity, message })).toEqual([
      code === undefined
        ? { type: 'notice', severity: 'warning', title: message }
        : { type: 'error', error: { message, code } },
    ])
    reader.read({ type: 'result', status: 'success' })
    expect(reader.end({ exitCode: 0, signal: null, stderrTail: '' })).toEqual({
      stopReason,
      ...(code === undefined ? {} : { error: { message, code } }),
    })
  })

  test('a program that is killed in the middle of a line, or ends without a result', () => {
    expect(read('tool', { bytes: 700 }).end).toEqual({
      stopReason: 'error',
      sessionId: 'd319750b-f500-496d-b925-3cc147b3c0e3',
      error: {
        message: 'gemini ended with exit code 0 before it had answered',
        code: 'AGENT_CRASH',
        data: { exitCode: 0, signal: null, stderrTail: '' },
      },
    })
  })

  test('the time and the vendor data of a line', () => {
    const reader = createGeminiReader({ cwd: '/workspace', isResumed: false })
    const timestamp = '2026-11-15T18:54:29.969Z'
    expect(reader.read({ type: 'init', timestamp, session_id: 's1', model: 'auto' })).toEqual([
      { type: 'session.started', sessionId: 's1', at: 1794768869969, meta: { model: 'auto' } },
    ])
    expect(reader.read({ type: 'novelty' })).toEqual([
      { type: 'raw', source: 'gemini-stream-json', payload: { type: 'novelty' } },
    ])
  })
})
