import { describe, expect, test } from 'vitest'
import { digest } from '../../../test/support/headless-digest.ts'
import { readHeadless } from '../../../test/support/read-headless.ts'
import { createOmpReader } from './events.ts'

/** What a run of the real program told. */
function read(name: string) {
  const file = new URL(`fixtures/headless/${name}`, import.meta.url)
  const { events, end } = readHeadless(createOmpReader, file, { context: { cwd: '/workspace' } })
  return { ...digest(events), end }
}

describe('what omp prints', () => {
  test('text.ndjson', () => {
    expect(read('text.ndjson')).toEqual({
      said: 'Hello from the fake model. The answer is 42.',
      thought: '',
      calls: {},
      usage: [{ total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 }],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e0a3-27ce-774b-8b2f-ca42c46a29db',
          meta: { version: 3, cwd: '/workspace' },
          at: 1794770151374,
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e0a3-27ce-774b-8b2f-ca42c46a29db',
        tokens: { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0 },
        cost: { amount: 0, currency: 'USD' },
      },
    })
  })

  test('think.ndjson', () => {
    expect(read('think.ndjson')).toEqual({
      said: 'Hello from the fake model. The answer is 42.',
      thought: 'Let me think about this step by step.',
      calls: {},
      usage: [{ total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 }],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e0a3-547a-71e4-9d87-339784edf70b',
          meta: { version: 3, cwd: '/workspace' },
          at: 1794770162810,
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e0a3-547a-71e4-9d87-339784edf70b',
        tokens: { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0 },
        cost: { amount: 0, currency: 'USD' },
      },
    })
  })

  test('tool.ndjson', () => {
    expect(read('tool.ndjson')).toEqual({
      said: 'I will call a tool. Tool finished. The final answer is 42.',
      thought: '',
      calls: {
        call_94_0: {
          tool: 'bash',
          title: 'echo hello-from-tool',
          kind: 'execute',
          input: { command: 'echo hello-from-tool' },
          status: 'completed',
          meta: { intent: 'run a test' },
          content: [
            {
              type: 'content',
              content: { type: 'text', text: 'hello-from-tool\n\n\nWall time: 0.25 seconds' },
            },
          ],
          output: {
            content: [{ type: 'text', text: 'hello-from-tool\n\n\nWall time: 0.25 seconds' }],
            details: { timeoutSeconds: 300, wallTimeMs: 248.62612999999965 },
          },
        },
      },
      usage: [
        { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 },
        { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0, cost: 0 },
      ],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e0a3-3fd7-7341-8a25-9e798a53dcae',
          meta: { version: 3, cwd: '/workspace' },
          at: 1794770157527,
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e0a3-3fd7-7341-8a25-9e798a53dcae',
        tokens: { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0 },
        cost: { amount: 0, currency: 'USD' },
      },
    })
  })

  test('think-and-tool.ndjson', () => {
    expect(read('think-and-tool.ndjson')).toEqual({
      said: 'I will call a tool. Tool finished. The final answer is 42.',
      thought: 'Let me think about this step by step.Second thought after the tool result.',
      calls: {
        call_1_0: {
          tool: 'bash',
          title: 'echo hello-from-tool',
          kind: 'execute',
          input: { command: 'echo hello-from-tool' },
          status: 'completed',
          meta: { intent: 'run a test' },
          content: [
            {
              type: 'content',
              content: { type: 'text', text: 'hello-from-tool\n\n\nWall time: 0.46 seconds' },
            },
          ],
          output: {
            content: [{ type: 'text', text: 'hello-from-tool\n\n\nWall time: 0.46 seconds' }],
            details: { timeoutSeconds: 300, wallTimeMs: 461.80675300000075 },
          },
        },
      },
      usage: [
        { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 },
        { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0, cost: 0 },
      ],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e094-c2f8-704a-aba9-7952deca25fa',
          meta: { version: 3, cwd: '/workspace' },
          at: 1794769208056,
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e094-c2f8-704a-aba9-7952deca25fa',
        tokens: { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0 },
        cost: { amount: 0, currency: 'USD' },
      },
    })
  })

  test('files.ndjson', () => {
    expect(read('files.ndjson')).toEqual({
      said: 'I will call a tool. I will call a tool. Tool finished. The final answer is 42.',
      thought: '',
      calls: {
        call_4_0: {
          tool: 'read',
          title: 'Read notes.txt',
          kind: 'read',
          locations: [{ path: '/workspace/notes.txt' }],
          input: { path: 'notes.txt' },
          status: 'completed',
          meta: { intent: 'run a test' },
          output: {
            content: [{ type: 'text', text: '[notes.txt#2543]\n1:one\n2:two\n3:three' }],
            details: {
              totalLines: 3,
              displayContent: { text: 'one\ntwo\nthree', startLine: 1, lineNumbers: [1, 2, 3] },
              fileSize: 14,
              meta: { source: { type: 'path', value: '/workspace/notes.txt' } },
            },
          },
          content: [
            {
              type: 'content',
              content: { type: 'text', text: '[notes.txt#2543]\n1:one\n2:two\n3:three' },
            },
          ],
        },
        call_5_0: {
          tool: 'write',
          title: 'Write new.txt',
          kind: 'edit',
          locations: [{ path: '/workspace/new.txt' }],
          content: [
            {
              type: 'diff',
              changes: [{ operation: 'add', path: '/workspace/new.txt', newText: 'hi\n' }],
            },
          ],
          input: { path: 'new.txt', content: 'hi\n' },
          status: 'completed',
          meta: { intent: 'run a test' },
          output: {
            content: [{ type: 'text', text: '[new.txt#E3D3]\nSuccessfully wrote 3 bytes to new.txt' }],
            details: { resolvedPath: '/workspace/new.txt' },
          },
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
      ],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e1a2-a35f-742b-b4ab-454a9159badd',
          meta: { version: 3, cwd: '/workspace' },
          at: 1794786894687,
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e1a2-a35f-742b-b4ab-454a9159badd',
        tokens: { total: 3870, input: 702, output: 168, thinking: 60, cacheRead: 3000, cacheWrite: 0 },
        cost: { amount: 0.001338, currency: 'USD' },
      },
    })
  })

  test('failed-tool.ndjson', () => {
    expect(read('failed-tool.ndjson')).toEqual({
      said: 'I will call a tool. Tool finished. The final answer is 42.',
      thought: '',
      calls: {
        call_2_0: {
          tool: 'bash',
          title: 'echo oops >&2; exit 3',
          kind: 'execute',
          input: { command: 'echo oops >&2; exit 3' },
          status: 'failed',
          meta: { intent: 'run a test' },
          content: [
            {
              type: 'content',
              content: {
                type: 'text',
                text: 'oops\n\n\nWall time: 0.15 seconds\n\nCommand exited with code 3',
              },
            },
          ],
          output: {
            content: [
              { type: 'text', text: 'oops\n\n\nWall time: 0.15 seconds\n\nCommand exited with code 3' },
            ],
            details: { timeoutSeconds: 300, wallTimeMs: 149.25650199999973, exitCode: 3 },
            isError: true,
          },
          error: { message: 'oops\n\n\nWall time: 0.15 seconds\n\nCommand exited with code 3' },
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
      ],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e1a2-9864-74bb-b10b-36a6f3f34fe5',
          meta: { version: 3, cwd: '/workspace' },
          at: 1794786891876,
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e1a2-9864-74bb-b10b-36a6f3f34fe5',
        tokens: { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0 },
        cost: { amount: 0.000892, currency: 'USD' },
      },
    })
  })
})
