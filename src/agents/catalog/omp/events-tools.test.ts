import { describe, expect, test } from 'vitest'
import { digest } from '../../../../test/support/output-digest.ts'
import { readOutput } from '../../../../test/support/read-output.ts'
import { createOmpReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string) {
  const file = new URL(`fixtures/output/${name}`, import.meta.url)
  const { events, end } = readOutput(createOmpReader, file, { context: { cwd: '/workspace' } })
  return { ...digest(events), end }
}

describe('the tool calls of omp', () => {
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
          meta: { version: 3, timestamp: '2026-11-15T23:54:54.687Z', cwd: '/workspace' },
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
          meta: { version: 3, timestamp: '2026-11-15T23:54:51.876Z', cwd: '/workspace' },
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

test('shows a file change that only the result contains', () => {
  expect(read('edit.ndjson').calls.call_2_0).toEqual({
    tool: 'edit',
    title: 'edit',
    kind: 'edit',
    input: { input: '[notes.txt#2543]\nPUT 2.=2:\n+2\n' },
    status: 'completed',
    meta: { intent: 'run a test' },
    locations: [{ path: '/workspace/notes.txt' }],
    content: [
      {
        type: 'diff',
        changes: [
          {
            operation: 'modify',
            path: '/workspace/notes.txt',
            oldText: 'one\ntwo\nthree\n',
            newText: 'one\n2\nthree\n',
          },
        ],
      },
    ],
    output: {
      content: [{ type: 'text', text: '[notes.txt#D2A7]\n1:one\n2:2\n3:three' }],
      details: {
        diff: ' 1|one\n-2|two\n+2|2\n 3|three',
        firstChangedLine: 2,
        op: 'update',
        path: '/workspace/notes.txt',
        oldText: 'one\ntwo\nthree\n',
        newText: 'one\n2\nthree\n',
      },
    },
  })
})
