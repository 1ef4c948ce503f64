import { describe, expect, test } from 'vitest'
import { readOutput, type Reading, comparableEvents } from '../../../../test/support/read-output.ts'
import { createCodexReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string, reading?: Reading) {
  const file = new URL(`fixtures/output/${name}.ndjson`, import.meta.url)
  const { events, end } = readOutput(createCodexReader, file, reading)
  return { events: comparableEvents(events), end }
}

describe('the output of Codex', () => {
  test('text', () => {
    expect(read('text')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.', messageId: 'item_0' },
        {
          type: 'usage.updated',
          tokens: { total: 143, input: 94, output: 42, thinking: 12, cacheRead: 7, cacheWrite: 0 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e086-a4d3-7d02-97be-cf1dd446c101',
        tokens: { total: 143, input: 94, output: 42, thinking: 12, cacheRead: 7, cacheWrite: 0 },
      },
    })
  })

  test('text about an image', () => {
    expect(read('image')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.', messageId: 'item_0' },
        {
          type: 'usage.updated',
          tokens: { total: 143, input: 94, output: 42, thinking: 12, cacheRead: 7, cacheWrite: 0 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e08a-61ad-76c1-9278-9349c6b4684b',
        tokens: { total: 143, input: 94, output: 42, thinking: 12, cacheRead: 7, cacheWrite: 0 },
      },
    })
  })

  test('a thought', () => {
    expect(read('think')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'item_0',
        },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.', messageId: 'item_1' },
        {
          type: 'usage.updated',
          tokens: { total: 143, input: 94, output: 42, thinking: 12, cacheRead: 7, cacheWrite: 0 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e087-80b8-7e30-a3ce-44c51673609c',
        tokens: { total: 143, input: 94, output: 42, thinking: 12, cacheRead: 7, cacheWrite: 0 },
      },
    })
  })

  test('a structured result', () => {
    expect(read('schema', { context: { isStructured: true } })).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: '{"name":"fake","n":1}', messageId: 'item_0' },
        {
          type: 'usage.updated',
          tokens: { total: 143, input: 94, output: 42, thinking: 12, cacheRead: 7, cacheWrite: 0 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e08a-5964-7762-bf7f-65ba151e0c86',
        tokens: { total: 143, input: 94, output: 42, thinking: 12, cacheRead: 7, cacheWrite: 0 },
        output: { name: 'fake', n: 1 },
      },
    })
  })

  test('a warning that Codex reports as an error', () => {
    expect(read('warning')).toEqual({
      events: [
        { type: 'session.started' },
        {
          type: 'notice',
          severity: 'warning',
          title:
            'Model metadata for `gpt-5` not found. Defaulting to fallback metadata; this can degrade performance and cause issues.',
        },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'All done.', messageId: 'item_1' },
        {
          type: 'usage.updated',
          tokens: { total: 45, input: 30, output: 15, thinking: 0, cacheRead: 0, cacheWrite: 0 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e1ac-0542-7743-a063-67bddde2170a',
        tokens: { total: 45, input: 30, output: 15, thinking: 0, cacheRead: 0, cacheWrite: 0 },
      },
    })
  })

  test('a command', () => {
    expect(read('tool')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'item_0',
        },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'item_1' },
        {
          toolCallId: 'item_2',
          type: 'tool.called',
          tool: 'exec_command',
          title: 'echo hi',
          kind: 'execute',
          input: { command: "/bin/bash -lc 'echo hi'" },
          status: 'in-progress',
        },
        {
          toolCallId: 'item_2',
          type: 'tool.updated',
          status: 'completed',
          output: { exitCode: 0, output: 'hi\n' },
          content: [{ type: 'content', content: { type: 'text', text: 'hi\n' } }],
        },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'item_3',
        },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.', messageId: 'item_4' },
        {
          type: 'usage.updated',
          tokens: { total: 286, input: 188, output: 84, thinking: 24, cacheRead: 14, cacheWrite: 0 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e087-9942-7343-afb5-68fe0f68663b',
        tokens: { total: 286, input: 188, output: 84, thinking: 24, cacheRead: 14, cacheWrite: 0 },
      },
    })
  })

  test('a command that fails', () => {
    expect(read('failed-command')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          toolCallId: 'item_0',
          type: 'tool.called',
          tool: 'exec_command',
          title: 'exit 3',
          kind: 'execute',
          input: { command: "/bin/bash -lc 'exit 3'" },
          status: 'in-progress',
        },
        {
          toolCallId: 'item_0',
          type: 'tool.updated',
          status: 'failed',
          output: { exitCode: 3, output: '' },
          content: [{ type: 'content', content: { type: 'text', text: '' } }],
          error: { message: 'The command ended with exit code 3' },
        },
        { type: 'text.delta', text: 'All done.', messageId: 'item_1' },
        {
          type: 'usage.updated',
          tokens: { total: 30, input: 20, output: 10, thinking: 0, cacheRead: 0, cacheWrite: 0 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e1aa-62e6-74e3-9d61-e4c48a616f0e',
        tokens: { total: 30, input: 20, output: 10, thinking: 0, cacheRead: 0, cacheWrite: 0 },
      },
    })
  })

  test('a file that is written', () => {
    expect(read('write')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'item_0' },
        {
          toolCallId: 'item_1',
          type: 'tool.called',
          tool: 'apply_patch',
          title: 'Editing files',
          kind: 'edit',
          content: [
            { type: 'diff', changes: [{ operation: 'add', path: '/workspace/repo/new-1794768496709.txt' }] },
          ],
          locations: [{ path: '/workspace/repo/new-1794768496709.txt' }],
          input: { changes: [{ path: '/workspace/repo/new-1794768496709.txt', kind: 'add' }] },
          status: 'in-progress',
        },
        { toolCallId: 'item_1', type: 'tool.updated', status: 'completed' },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.', messageId: 'item_2' },
        {
          type: 'usage.updated',
          tokens: { total: 286, input: 188, output: 84, thinking: 24, cacheRead: 14, cacheWrite: 0 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e089-e740-7d51-8060-bb4d23978ed0',
        tokens: { total: 286, input: 188, output: 84, thinking: 24, cacheRead: 14, cacheWrite: 0 },
      },
    })
  })

  test('a file that is edited', () => {
    expect(read('edit')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          toolCallId: 'item_0',
          type: 'tool.called',
          tool: 'apply_patch',
          title: 'Editing files',
          kind: 'edit',
          content: [{ type: 'diff', changes: [{ operation: 'modify', path: '/workspace/repo/hello.txt' }] }],
          locations: [{ path: '/workspace/repo/hello.txt' }],
          input: { changes: [{ path: '/workspace/repo/hello.txt', kind: 'update' }] },
          status: 'in-progress',
        },
        { toolCallId: 'item_0', type: 'tool.updated', status: 'completed' },
        { type: 'text.delta', text: 'All done.', messageId: 'item_1' },
        {
          type: 'usage.updated',
          tokens: { total: 30, input: 20, output: 10, thinking: 0, cacheRead: 0, cacheWrite: 0 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e1aa-66c1-7493-b45a-359de53fb222',
        tokens: { total: 30, input: 20, output: 10, thinking: 0, cacheRead: 0, cacheWrite: 0 },
      },
    })
  })

  test('a call that needs approval', () => {
    expect(read('mcp')).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'item_0' },
        {
          toolCallId: 'item_1',
          type: 'tool.called',
          tool: 'ping_tool',
          title: 'mcp.stub.ping_tool',
          kind: 'execute',
          input: { server: 'stub', tool: 'ping_tool', arguments: { msg: 'hey' } },
          status: 'in-progress',
        },
        {
          toolCallId: 'item_1',
          type: 'tool.updated',
          status: 'failed',
          output: {
            result: null,
            error: { message: 'MCP tool call requires approval, but approval policy is never' },
          },
          content: [
            {
              type: 'content',
              content: {
                type: 'text',
                text: 'MCP tool call requires approval, but approval policy is never',
              },
            },
          ],
          error: {
            message: 'MCP tool call requires approval, but approval policy is never',
            code: 'PERMISSION_DENIED',
          },
        },
        {
          type: 'notice',
          severity: 'warning',
          title: 'ping_tool was not allowed',
          description: 'MCP tool call requires approval, but approval policy is never',
        },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.', messageId: 'item_2' },
        {
          type: 'usage.updated',
          tokens: { total: 286, input: 188, output: 84, thinking: 24, cacheRead: 14, cacheWrite: 0 },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e08a-71b4-7082-bbb6-e48979b891c6',
        tokens: { total: 286, input: 188, output: 84, thinking: 24, cacheRead: 14, cacheWrite: 0 },
      },
    })
  })

  test('a wrong key', () => {
    expect(read('err401', { exit: { exitCode: 1 } })).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'notice',
          severity: 'warning',
          title: 'codex retries: attempt 1 of 1',
          description:
            'unexpected status 401 Unauthorized: fake provider error 401, url: http://127.0.0.1:9/t/codex.err401/v1/responses',
        },
        {
          type: 'error',
          error: {
            message:
              'unexpected status 401 Unauthorized: fake provider error 401, url: http://127.0.0.1:9/t/codex.err401/v1/responses',
            code: 'AUTH_ERROR',
            retryable: false,
            data: { status: 401 },
          },
        },
      ],
      end: {
        stopReason: 'error',
        sessionId: '01a1e08a-7cd9-73e2-abb9-0176144019c5',
        error: {
          message:
            'unexpected status 401 Unauthorized: fake provider error 401, url: http://127.0.0.1:9/t/codex.err401/v1/responses',
          code: 'AUTH_ERROR',
          retryable: false,
          data: { status: 401 },
        },
      },
    })
  })

  test('too many requests', () => {
    expect(read('err429', { exit: { exitCode: 1 } })).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'error',
          error: {
            message: 'exceeded retry limit, last status: 429 Too Many Requests',
            code: 'RATE_LIMITED',
            retryable: true,
            data: { status: 429 },
          },
        },
      ],
      end: {
        stopReason: 'error',
        sessionId: '01a1e08a-8784-7f53-b590-218411fbe780',
        error: {
          message: 'exceeded retry limit, last status: 429 Too Many Requests',
          code: 'RATE_LIMITED',
          retryable: true,
          data: { status: 429 },
        },
      },
    })
  })

  test("reports no run tokens for a resumed thread, which counts from the thread's start", () => {
    const { events, end } = read('text', { context: { isResumed: true, runId: 'run-7' } })
    expect({ events, end }).toEqual({
      events: [
        { type: 'session.resumed' },
        { type: 'status.changed', status: 'active' },
        { type: 'text.delta', text: 'Hello from the fake provider. All done.', messageId: 'run-7/item_0' },
        {
          type: 'usage.updated',
          tokens: { total: 143, input: 94, output: 42, thinking: 12, cacheRead: 7, cacheWrite: 0 },
        },
      ],
      end: { stopReason: 'end-turn', sessionId: '01a1e086-a4d3-7d02-97be-cf1dd446c101' },
    })
  })

  test('returns no structured result unless one was requested', () => {
    expect(read('schema').end.output).toBeUndefined()
  })

  test('a program that is killed in the middle of a line', () => {
    expect(read('tool', { bytes: 520, exit: { exitCode: 143 } }).end).toEqual({
      stopReason: 'error',
      sessionId: '01a1e087-9942-7343-afb5-68fe0f68663b',
      error: {
        message: 'codex ended with exit code 143 before it had answered',
        code: 'AGENT_CRASH',
        data: { exitCode: 143, signal: null, stderrTail: '' },
      },
    })
  })

  test.each([
    [
      'SESSION_NOT_FOUND',
      'Error: thread/resume: thread/resume failed: no rollout found for thread id 9 (code -32600)',
      '\n\nStack backtrace:\n   0: <unknown>\n',
    ],
    ['UNTRUSTED_FOLDER', 'Not inside a trusted directory and --skip-git-repo-check was not specified.', '\n'],
  ])('%s, said on stderr', (code, message, rest) => {
    const reader = createCodexReader({ cwd: '/workspace', isResumed: true })
    const stderrTail = `Reading additional input from stdin...\n${message}${rest}`
    expect(reader.end({ exitCode: 1, signal: null, stderrTail })).toEqual({
      stopReason: 'error',
      error: { message, code, retryable: false },
    })
  })

  test('an item of an unknown type', () => {
    const reader = createCodexReader({ cwd: '/workspace', isResumed: false })
    const line = { type: 'item.completed', item: { id: 'item_0', type: 'new_thing', text: 'x' } }
    expect(reader.read(line)).toEqual([{ type: 'raw', source: 'codex-exec-json', payload: line }])
  })
})
