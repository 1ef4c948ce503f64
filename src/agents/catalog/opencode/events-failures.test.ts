import { describe, expect, test } from 'vitest'
import { digest } from '../../../../test/support/output-digest.ts'
import { readOutput } from '../../../../test/support/read-output.ts'
import { createOpencodeReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string) {
  const file = new URL(`fixtures/output/${name}`, import.meta.url)
  const { events, end } = readOutput(createOpencodeReader, file, { context: { cwd: '/workspace' } })
  return { ...digest(events), end }
}

describe('the output of OpenCode after a failure', () => {
  test('refused-key.ndjson', () => {
    expect(read('refused-key.ndjson')).toEqual({
      said: '',
      thought: '',
      calls: {},
      usage: [],
      others: [
        { type: 'session.started', sessionId: 'ses_e1f5fd463ffeISFH1PY2e3kZQv', at: 1794769961870 },
        {
          type: 'error',
          error: {
            message: 'fake error 401',
            code: 'AUTH_ERROR',
            retryable: false,
            data: {
              name: 'APIError',
              status: 401,
              statusCode: 401,
              isRetryable: false,
              responseHeaders: {
                connection: 'keep-alive',
                'content-length': '64',
                'content-type': 'application/json',
                date: 'Sun, 15 Nov 2026 19:12:41 GMT',
                'keep-alive': 'timeout=5',
              },
              responseBody: '{"error":{"message":"fake error 401","type":"fake","code":null}}',
              metadata: { url: 'http://127.0.0.1:9911/v1/chat/completions' },
            },
          },
          at: 1794769961870,
        },
      ],
      end: {
        stopReason: 'error',
        sessionId: 'ses_e1f5fd463ffeISFH1PY2e3kZQv',
        error: {
          message: 'fake error 401',
          code: 'AUTH_ERROR',
          retryable: false,
          data: {
            name: 'APIError',
            status: 401,
            statusCode: 401,
            isRetryable: false,
            responseHeaders: {
              connection: 'keep-alive',
              'content-length': '64',
              'content-type': 'application/json',
              date: 'Sun, 15 Nov 2026 19:12:41 GMT',
              'keep-alive': 'timeout=5',
            },
            responseBody: '{"error":{"message":"fake error 401","type":"fake","code":null}}',
            metadata: { url: 'http://127.0.0.1:9911/v1/chat/completions' },
          },
        },
      },
    })
  })

  test('unknown-model.ndjson', () => {
    expect(read('unknown-model.ndjson')).toEqual({
      said: '',
      thought: '',
      calls: {},
      usage: [],
      others: [
        { type: 'session.started', sessionId: 'ses_e1f5f001fffeTviVdc5B7kvLRk', at: 1794770011840 },
        {
          type: 'error',
          error: {
            message: 'Unexpected server error. Check server logs for details.',
            code: 'AGENT_ERROR',
            data: { name: 'UnknownError', ref: 'err_368c44c1' },
          },
          at: 1794770011840,
        },
      ],
      end: {
        stopReason: 'error',
        sessionId: 'ses_e1f5f001fffeTviVdc5B7kvLRk',
        error: {
          message: 'Unexpected server error. Check server logs for details.',
          code: 'AGENT_ERROR',
          data: { name: 'UnknownError', ref: 'err_368c44c1' },
        },
      },
    })
  })

  test('permission-refused.ndjson', () => {
    expect(read('permission-refused.ndjson')).toEqual({
      said: 'I will call a tool. ',
      thought: '',
      calls: {
        call_103_0: {
          tool: 'bash',
          title: 'echo hello-from-tool',
          kind: 'execute',
          input: { command: 'echo hello-from-tool' },
          at: 1794769760535,
          status: 'failed',
          error: {
            message: 'The user rejected permission to use this specific tool call.',
            code: 'PERMISSION_DENIED',
          },
          durationMs: 219,
        },
      },
      usage: [{ total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 }],
      others: [{ type: 'session.started', sessionId: 'ses_e1f62dae8ffewrRoLiLGzzO8FJ', at: 1794769760375 }],
      end: {
        stopReason: 'end-turn',
        sessionId: 'ses_e1f62dae8ffewrRoLiLGzzO8FJ',
        tokens: { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0 },
        cost: { amount: 0, currency: 'USD' },
      },
    })
  })

  test('plan.ndjson', () => {
    expect(read('plan.ndjson')).toEqual({
      said: 'I will call a tool. I will call a tool. I will call a tool. Tool finished. The final answer is 42.',
      thought: '',
      calls: {
        call_5_0: {
          tool: 'todowrite',
          title: '1 todos',
          kind: 'think',
          input: {
            todos: [
              { content: 'First', status: 'completed', priority: 'high' },
              { content: 'Second', status: 'in_progress', priority: 'low' },
            ],
          },
          at: 1794787178891,
          status: 'completed',
          output: {
            output:
              '[\n' +
              '  {\n' +
              '    "content": "First",\n' +
              '    "status": "completed",\n' +
              '    "priority": "high"\n' +
              '  },\n' +
              '  {\n' +
              '    "content": "Second",\n' +
              '    "status": "in_progress",\n' +
              '    "priority": "low"\n' +
              '  }\n' +
              ']',
            metadata: {
              todos: [
                { content: 'First', status: 'completed', priority: 'high' },
                { content: 'Second', status: 'in_progress', priority: 'low' },
              ],
              truncated: false,
            },
          },
          content: [
            {
              type: 'content',
              content: {
                type: 'text',
                text:
                  '[\n' +
                  '  {\n' +
                  '    "content": "First",\n' +
                  '    "status": "completed",\n' +
                  '    "priority": "high"\n' +
                  '  },\n' +
                  '  {\n' +
                  '    "content": "Second",\n' +
                  '    "status": "in_progress",\n' +
                  '    "priority": "low"\n' +
                  '  }\n' +
                  ']',
              },
            },
          ],
          durationMs: 12,
        },
        call_6_0: {
          tool: 'grep',
          title: 'two',
          kind: 'search',
          input: { pattern: 'two' },
          at: 1794787179237,
          status: 'failed',
          error: { message: 'ripgrep execution failed' },
          durationMs: 98,
        },
        call_7_0: {
          tool: 'glob',
          title: '*.txt',
          kind: 'search',
          input: { pattern: '*.txt' },
          at: 1794787179429,
          status: 'failed',
          error: { message: 'ripgrep execution failed' },
          durationMs: 29,
        },
      },
      usage: [
        {
          total: 1290,
          input: 234,
          output: 56,
          thinking: 20,
          cacheRead: 1000,
          cacheWrite: 0,
          cost: 0.000446,
        },
        {
          total: 2580,
          input: 468,
          output: 112,
          thinking: 40,
          cacheRead: 2000,
          cacheWrite: 0,
          cost: 0.000892,
        },
        {
          total: 3870,
          input: 702,
          output: 168,
          thinking: 60,
          cacheRead: 3000,
          cacheWrite: 0,
          cost: 0.001338,
        },
        {
          total: 5160,
          input: 936,
          output: 224,
          thinking: 80,
          cacheRead: 4000,
          cacheWrite: 0,
          cost: 0.001784,
        },
      ],
      others: [
        { type: 'session.started', sessionId: 'ses_e1e591334ffefXl6bbPnw1cvEg', at: 1794787178961 },
        {
          type: 'plan.updated',
          plan: {
            type: 'items',
            entries: [
              { content: 'First', status: 'completed', priority: 'high' },
              { content: 'Second', status: 'in-progress', priority: 'low' },
            ],
          },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: 'ses_e1e591334ffefXl6bbPnw1cvEg',
        tokens: { total: 5160, input: 936, output: 224, thinking: 80, cacheRead: 4000, cacheWrite: 0 },
        cost: { amount: 0.001784, currency: 'USD' },
      },
    })
  })
})
