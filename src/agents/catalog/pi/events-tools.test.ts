import { describe, expect, test } from 'vitest'
import { digest } from '../../../../test/support/output-digest.ts'
import { readOutput } from '../../../../test/support/read-output.ts'
import { createPiReader } from './events.ts'

/** The events of a recorded run. */
function read(name: string) {
  const file = new URL(`fixtures/output/${name}`, import.meta.url)
  const { events, end } = readOutput(createPiReader, file, { context: { cwd: '/workspace' } })
  return { ...digest(events), end }
}

describe('the tool calls of Pi', () => {
  test('files.ndjson', () => {
    expect(read('files.ndjson')).toEqual({
      said: 'I will call a tool. I will call a tool. I will call a tool. Tool finished. The final answer is 42.',
      thought: '',
      calls: {
        call_11_0: {
          tool: 'read',
          title: 'Read notes.txt',
          kind: 'read',
          status: 'completed',
          written: '{"path":"notes.txt"}',
          locations: [{ path: '/workspace/notes.txt' }],
          input: { path: 'notes.txt' },
          output: {
            content: [{ type: 'text', text: 'one\ntwo\nthree\n' }],
            structuredContent: 'one\ntwo\nthree\n',
          },
          content: [{ type: 'content', content: { type: 'text', text: 'one\ntwo\nthree\n' } }],
          durationMs: 3,
        },
        call_12_0: {
          tool: 'edit',
          title: 'Edit notes.txt',
          kind: 'edit',
          status: 'completed',
          written: '{"path":"notes.txt","edits":[{"oldText":"two","newText":"2"}]}',
          locations: [{ path: '/workspace/notes.txt' }],
          content: [
            {
              type: 'diff',
              changes: [{ operation: 'modify', path: '/workspace/notes.txt', oldText: 'two', newText: '2' }],
            },
          ],
          input: { path: 'notes.txt', edits: [{ oldText: 'two', newText: '2' }] },
          output: {
            content: [{ type: 'text', text: 'Successfully replaced 1 block(s) in notes.txt.' }],
            details: {
              diff: ' 1 one\n-2 two\n+2 2\n 3 three',
              patch: '--- notes.txt\n+++ notes.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
              firstChangedLine: 2,
            },
          },
          durationMs: 5,
        },
        call_13_0: {
          tool: 'write',
          title: 'Write new.txt',
          kind: 'edit',
          status: 'completed',
          written: '{"path":"new.txt","content":"hi\\n"}',
          locations: [{ path: '/workspace/new.txt' }],
          content: [
            {
              type: 'diff',
              changes: [{ operation: 'add', path: '/workspace/new.txt', newText: 'hi\n' }],
            },
          ],
          input: { path: 'new.txt', content: 'hi\n' },
          output: { content: [{ type: 'text', text: 'Successfully wrote to new.txt' }] },
          durationMs: 3,
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
        {
          type: 'session.started',
          sessionId: '01a1e1a0-e49c-771b-b0ce-3c60de84301e',
          meta: { version: 3, timestamp: '2026-11-15T23:53:00.317Z', cwd: '/workspace' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e1a0-e49c-771b-b0ce-3c60de84301e',
        tokens: { total: 5160, input: 936, output: 224, thinking: 80, cacheRead: 4000, cacheWrite: 0 },
        cost: { amount: 0.001784, currency: 'USD' },
      },
    })
  })

  test('failed-tool.ndjson', () => {
    expect(read('failed-tool.ndjson')).toEqual({
      said: 'I will call a tool. Tool finished. The final answer is 42.',
      thought: '',
      calls: {
        call_15_0: {
          tool: 'bash',
          title: 'echo oops >&2; exit 3',
          kind: 'execute',
          status: 'failed',
          written: '{"command":"echo oops >&2; exit 3"}',
          input: { command: 'echo oops >&2; exit 3' },
          content: [
            { type: 'content', content: { type: 'text', text: 'oops\n\n\nCommand exited with code 3' } },
          ],
          output: {
            content: [{ type: 'text', text: 'oops\n\n\nCommand exited with code 3' }],
            structuredContent: { output: 'oops\n', truncated: false, exit_code: 3, wall_time_seconds: 0 },
            isError: true,
          },
          error: { message: 'oops\n\n\nCommand exited with code 3' },
          durationMs: 14,
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
          sessionId: '01a1e1a0-e7e3-749e-93a0-caa373b5bfd0',
          meta: { version: 3, timestamp: '2026-11-15T23:53:01.161Z', cwd: '/workspace' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e1a0-e7e3-749e-93a0-caa373b5bfd0',
        tokens: { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0 },
        cost: { amount: 0.000892, currency: 'USD' },
      },
    })
  })
})
