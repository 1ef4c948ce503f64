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

describe('the output of Pi 0.73', () => {
  test('0.73-text.ndjson', () => {
    expect(read('0.73-text.ndjson')).toEqual({
      said: 'Hello from the fake model. The answer is 42.',
      thought: '',
      calls: {},
      usage: [{ total: 1290, input: 234, output: 56, cacheRead: 1000, cacheWrite: 0, cost: 0.000446 }],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e1a0-c622-73af-a738-b15f755689a9',
          meta: { version: 3, timestamp: '2026-11-15T23:52:52.515Z', cwd: '/workspace' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e1a0-c622-73af-a738-b15f755689a9',
        tokens: { total: 1290, input: 234, output: 56, cacheRead: 1000, cacheWrite: 0 },
        cost: { amount: 0.000446, currency: 'USD' },
      },
    })
  })

  test('0.73-think-and-tool.ndjson', () => {
    expect(read('0.73-think-and-tool.ndjson')).toEqual({
      said: 'I will call a tool. Tool finished. The final answer is 42.',
      thought: 'Let me think about this step by step.Second thought after the tool result.',
      calls: {
        call_5_0: {
          tool: 'bash',
          title: 'echo hello-from-tool',
          kind: 'execute',
          status: 'completed',
          written: '{"command":"echo hello-from-tool"}',
          input: { command: 'echo hello-from-tool' },
          content: [{ type: 'content', content: { type: 'text', text: 'hello-from-tool\n' } }],
          output: { content: [{ type: 'text', text: 'hello-from-tool\n' }] },
        },
      },
      usage: [
        { total: 1290, input: 234, output: 56, cacheRead: 1000, cacheWrite: 0, cost: 0.000446 },
        { total: 2580, input: 468, output: 112, cacheRead: 2000, cacheWrite: 0, cost: 0.000892 },
      ],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e1a0-da23-7673-a65e-7be1850bed87',
          meta: { version: 3, timestamp: '2026-11-15T23:52:57.636Z', cwd: '/workspace' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e1a0-da23-7673-a65e-7be1850bed87',
        tokens: { total: 2580, input: 468, output: 112, cacheRead: 2000, cacheWrite: 0 },
        cost: { amount: 0.000892, currency: 'USD' },
      },
    })
  })

  test('0.73-files.ndjson', () => {
    expect(read('0.73-files.ndjson')).toEqual({
      said: 'I will call a tool. I will call a tool. I will call a tool. Tool finished. The final answer is 42.',
      thought: '',
      calls: {
        call_7_0: {
          tool: 'read',
          title: 'Read notes.txt',
          kind: 'read',
          status: 'completed',
          written: '{"path":"notes.txt"}',
          locations: [{ path: '/workspace/notes.txt' }],
          input: { path: 'notes.txt' },
          output: { content: [{ type: 'text', text: 'one\ntwo\nthree\n' }] },
          content: [{ type: 'content', content: { type: 'text', text: 'one\ntwo\nthree\n' } }],
        },
        call_8_0: {
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
            details: { diff: ' 1 one\n-2 two\n+2 2\n 3 three', firstChangedLine: 2 },
          },
        },
        call_9_0: {
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
          output: { content: [{ type: 'text', text: 'Successfully wrote 3 bytes to new.txt' }] },
        },
      },
      usage: [
        { total: 1290, input: 234, output: 56, cacheRead: 1000, cacheWrite: 0, cost: 0.000446 },
        { total: 2580, input: 468, output: 112, cacheRead: 2000, cacheWrite: 0, cost: 0.000892 },
        { total: 3870, input: 702, output: 168, cacheRead: 3000, cacheWrite: 0, cost: 0.001338 },
        { total: 5160, input: 936, output: 224, cacheRead: 4000, cacheWrite: 0, cost: 0.001784 },
      ],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e1a0-e0c0-75a5-b269-71c0e9e87562',
          meta: { version: 3, timestamp: '2026-11-15T23:52:59.330Z', cwd: '/workspace' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e1a0-e0c0-75a5-b269-71c0e9e87562',
        tokens: { total: 5160, input: 936, output: 224, cacheRead: 4000, cacheWrite: 0 },
        cost: { amount: 0.001784, currency: 'USD' },
      },
    })
  })

  test('0.73-refused-key.ndjson', () => {
    expect(read('0.73-refused-key.ndjson')).toEqual({
      said: '',
      thought: '',
      calls: {},
      usage: [],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e1a0-d160-77b2-9d1e-332bf7158f5a',
          meta: { version: 3, timestamp: '2026-11-15T23:52:55.406Z', cwd: '/workspace' },
        },
        {
          type: 'error',
          error: {
            message: '401 fake error 401',
            code: 'AUTH_ERROR',
            retryable: false,
            data: { status: 401 },
          },
        },
      ],
      end: {
        stopReason: 'error',
        sessionId: '01a1e1a0-d160-77b2-9d1e-332bf7158f5a',
        error: { message: '401 fake error 401', code: 'AUTH_ERROR', retryable: false, data: { status: 401 } },
      },
    })
  })
})
