import { describe, expect, test } from 'vitest'
import { readOutput, type Reading, comparableEvents } from '../../../../test/support/read-output.ts'
import { createClaudeReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string, reading?: Reading) {
  const file = new URL(`fixtures/output/${name}.ndjson`, import.meta.url)
  const { events, end } = readOutput(createClaudeReader, file, reading)
  return { events: comparableEvents(events), end }
}

describe('the end of Claude Code', () => {
  test('reports a wrong key as a failure, although Claude reports success', () => {
    expect(read('err401', { exit: { exitCode: 1 } })).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'notice',
          severity: 'warning',
          title: 'claude retries: attempt 1 of 1',
          description: 'the provider answered HTTP 401',
        },
        {
          type: 'error',
          error: {
            message: 'Failed to authenticate. API Error: 401 fake provider error 401',
            code: 'AUTH_ERROR',
            retryable: false,
            data: { status: 401 },
          },
        },
        { type: 'usage.updated', cost: { amount: 0, currency: 'USD' } },
      ],
      end: {
        stopReason: 'error',
        sessionId: '3a91f692-6b8b-4a0e-b725-d2cde1a274e8',
        tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
        cost: { amount: 0, currency: 'USD' },
        error: {
          message: 'Failed to authenticate. API Error: 401 fake provider error 401',
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
          type: 'notice',
          severity: 'warning',
          title: 'claude retries: attempt 1 of 1',
          description: 'the provider answered HTTP 429',
        },
        {
          type: 'error',
          error: {
            message: 'API Error: Request rejected (429) · fake provider error 429',
            code: 'RATE_LIMITED',
            retryable: true,
            data: { status: 429 },
          },
        },
        { type: 'usage.updated', cost: { amount: 0, currency: 'USD' } },
      ],
      end: {
        stopReason: 'error',
        sessionId: '89d862eb-ca34-41a2-af36-1f51742973b0',
        tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
        cost: { amount: 0, currency: 'USD' },
        error: {
          message: 'API Error: Request rejected (429) · fake provider error 429',
          code: 'RATE_LIMITED',
          retryable: true,
          data: { status: 429 },
        },
      },
    })
  })

  test('reports a missing login', () => {
    expect(read('nokey', { exit: { exitCode: 1 } })).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'error',
          error: {
            message: 'Not logged in · Please run /login',
            code: 'AUTH_ERROR',
            retryable: false,
            data: { kind: 'login' },
          },
        },
        { type: 'usage.updated', cost: { amount: 0, currency: 'USD' } },
      ],
      end: {
        stopReason: 'error',
        sessionId: 'b4129626-63e8-44d4-88bc-630858c6d8c5',
        tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
        cost: { amount: 0, currency: 'USD' },
        error: {
          message: 'Not logged in · Please run /login',
          code: 'AUTH_ERROR',
          retryable: false,
          data: { kind: 'login' },
        },
      },
    })
  })

  test('reports an unknown session', () => {
    expect(read('resume-bad', { context: { isResumed: true }, exit: { exitCode: 1 } })).toEqual({
      events: [
        { type: 'usage.updated', cost: { amount: 0, currency: 'USD' } },
        {
          type: 'error',
          error: {
            message: 'No conversation found with session ID: 99999999-2222-4333-8444-555555555555',
            code: 'SESSION_NOT_FOUND',
            retryable: false,
          },
        },
      ],
      end: {
        stopReason: 'error',
        sessionId: '99999999-2222-4333-8444-555555555555',
        tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, thinking: 0, total: 0 },
        error: {
          message: 'No conversation found with session ID: 99999999-2222-4333-8444-555555555555',
          code: 'SESSION_NOT_FOUND',
          retryable: false,
        },
      },
    })
  })

  test('too many turns', () => {
    expect(read('max-turns', { exit: { exitCode: 1 } })).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'tool.called',
          toolCallId: 'toolu_22',
          tool: 'Bash',
          title: 'Bash',
          kind: 'execute',
          status: 'pending',
        },
        { type: 'tool.input', toolCallId: 'toolu_22', text: '{"command":"echo 1","description":"x"}' },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_22',
          title: 'echo 1',
          input: { command: 'echo 1', description: 'x' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_22',
          status: 'completed',
          output: '1',
          content: [{ type: 'content', content: { type: 'text', text: '1' } }],
        },
        {
          type: 'tool.called',
          toolCallId: 'toolu_23',
          tool: 'Bash',
          title: 'Bash',
          kind: 'execute',
          status: 'pending',
        },
        { type: 'tool.input', toolCallId: 'toolu_23', text: '{"command":"echo 2","description":"x"}' },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_23',
          title: 'echo 2',
          input: { command: 'echo 2', description: 'x' },
        },
        {
          type: 'tool.updated',
          toolCallId: 'toolu_23',
          status: 'completed',
          output: '2',
          content: [{ type: 'content', content: { type: 'text', text: '2' } }],
        },
        {
          type: 'usage.updated',
          context: { used: 15, size: 1000000 },
          tokens: { input: 20, output: 10, cacheRead: 0, cacheWrite: 0, thinking: 0, total: 30 },
          cost: { amount: 0.00028000000000000003, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'max-turn-requests',
        sessionId: 'b81c4bea-9d26-41eb-8a0c-2730ad1e24f1',
        tokens: { input: 20, output: 10, cacheRead: 0, cacheWrite: 0, thinking: 0, total: 30 },
        cost: { amount: 0.00028000000000000003, currency: 'USD' },
      },
    })
  })

  test('reports an interrupt as canceled, although Claude reports a failure', () => {
    expect(read('interrupted')).toEqual({
      events: [
        { type: 'session.started' },
        {
          type: 'raw',
          source: 'claude-stream-json',
          payload: {
            type: 'control_response',
            response: { subtype: 'success', request_id: 'r9', response: { still_queued: [] } },
          },
        },
        {
          type: 'text.delta',
          text: 'slow slow slow slow slow slow slow slow slow slow slow slow slow slow sl',
          messageId: 'msg_4676e0ee8633072c4dcdd4ab',
        },
        { type: 'text.delta', text: '[Request interrupted by user]', role: 'user' },
        {
          type: 'usage.updated',
          context: { used: 120, size: 1000000 },
          tokens: { input: 606, output: 252, cacheRead: 42, cacheWrite: 66, thinking: 0, total: 966 },
          cost: { amount: 0.005851799999999999, currency: 'USD' },
        },
      ],
      end: {
        stopReason: 'cancelled',
        sessionId: '28c0f8f3-8d4d-4c3a-ba77-e447e0bffbc0',
        tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
        cost: { amount: 0, currency: 'USD' },
      },
    })
  })

  test('a program that is killed in the middle of a line keeps its text and usage so far', () => {
    expect(read('tool', { bytes: 9388, exit: { exitCode: null, signal: 'SIGKILL' } })).toEqual({
      events: [
        { type: 'session.started' },
        { type: 'status.changed', status: 'active' },
        {
          type: 'thinking.delta',
          text: 'Let me think about it. The user wants a short answer.',
          messageId: 'msg_9b8084a23e7a08f5ec6e0f14',
        },
        { type: 'text.delta', text: 'I will use a tool.', messageId: 'msg_9b8084a23e7a08f5ec6e0f14' },
        { type: 'log', level: 'info', message: '{"type":"stream_event","event"' },
      ],
      end: {
        stopReason: 'error',
        sessionId: '6019192f-988a-45f4-b332-197d40a5c881',
        tokens: { input: 101, output: 0, cacheRead: 7, cacheWrite: 11, total: 119 },
        error: {
          message: 'claude ended by SIGKILL before it had answered',
          code: 'AGENT_CRASH',
          data: { exitCode: null, signal: 'SIGKILL', stderrTail: '' },
        },
      },
    })
  })

  test('reports why the program did not start', () => {
    const reader = createClaudeReader({ cwd: '/workspace', isResumed: false })
    const stderrTail = "error: unknown option '--thinking-budget'\n"
    expect(reader.end({ exitCode: 1, signal: null, stderrTail })).toEqual({
      stopReason: 'error',
      error: {
        message:
          "claude ended with exit code 1 before it had answered: error: unknown option '--thinking-budget'",
        code: 'AGENT_CRASH',
        data: { exitCode: 1, signal: null, stderrTail },
      },
    })
  })
})

test.each([
  [1_800_000_000, 1_800_000_000_000],
  [1_800_000_000_000, 1_800_000_000_000],
])('reports when a limit of the account resets: %d', (resetsAt, time) => {
  const reader = createClaudeReader({ cwd: '/workspace', isResumed: false })
  reader.read({ type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt } })
  reader.read({ type: 'result', subtype: 'success', is_error: true, api_error_status: 429, result: 'no' })
  expect(reader.end({ exitCode: 1, signal: null, stderrTail: '' }).error).toEqual({
    message: 'no',
    code: 'RATE_LIMITED',
    retryable: true,
    data: { status: 429, resetsAt: time },
  })
})
