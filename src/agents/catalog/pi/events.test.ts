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

describe('the output of Pi', () => {
  test('text.ndjson', () => {
    expect(read('text.ndjson')).toEqual({
      said: 'Hello from the fake model. The answer is 42.',
      thought: '',
      calls: {},
      usage: [{ total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 }],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e08e-8d2b-7692-85c9-7da893cb7023',
          meta: { version: 3, timestamp: '2026-11-15T18:53:21.074Z', cwd: '/workspace' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e08e-8d2b-7692-85c9-7da893cb7023',
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
          sessionId: '01a1e08e-9916-7298-a38a-66ff524c17b0',
          meta: { version: 3, timestamp: '2026-11-15T18:53:24.120Z', cwd: '/workspace' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e08e-9916-7298-a38a-66ff524c17b0',
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
        call_10_0: {
          tool: 'bash',
          title: 'echo hello-from-tool',
          kind: 'execute',
          status: 'completed',
          written: '{"command":"echo hello-from-tool"}',
          input: { command: 'echo hello-from-tool' },
          content: [{ type: 'content', content: { type: 'text', text: 'hello-from-tool\n' } }],
          output: {
            content: [{ type: 'text', text: 'hello-from-tool\n' }],
            structuredContent: {
              output: 'hello-from-tool\n',
              truncated: false,
              exit_code: 0,
              wall_time_seconds: 0,
            },
          },
          durationMs: 24,
        },
      },
      usage: [
        { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 },
        { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0, cost: 0 },
      ],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e08e-a0b0-7606-b90e-7f656a383fc6',
          meta: { version: 3, timestamp: '2026-11-15T18:53:26.066Z', cwd: '/workspace' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e08e-a0b0-7606-b90e-7f656a383fc6',
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
        call_2_0: {
          tool: 'bash',
          title: 'echo hello-from-tool',
          kind: 'execute',
          status: 'completed',
          written: '{"command":"echo hello-from-tool"}',
          input: { command: 'echo hello-from-tool' },
          content: [{ type: 'content', content: { type: 'text', text: 'hello-from-tool\n' } }],
          output: {
            content: [{ type: 'text', text: 'hello-from-tool\n' }],
            structuredContent: {
              output: 'hello-from-tool\n',
              truncated: false,
              exit_code: 0,
              wall_time_seconds: 0.1,
            },
          },
          durationMs: 62,
        },
      },
      usage: [
        { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 },
        { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0, cost: 0 },
      ],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e08a-9d03-770c-9426-37cb4402c6b1',
          meta: { version: 3, timestamp: '2026-11-15T18:49:02.981Z', cwd: '/workspace' },
        },
      ],
      end: {
        stopReason: 'end-turn',
        sessionId: '01a1e08a-9d03-770c-9426-37cb4402c6b1',
        tokens: { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0 },
        cost: { amount: 0, currency: 'USD' },
      },
    })
  })

  test('length.ndjson', () => {
    expect(read('length.ndjson')).toEqual({
      said: 'Hello from the fake model. The answer is 42.',
      thought: '',
      calls: {},
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
      ],
      others: [
        {
          type: 'session.started',
          sessionId: '01a1e1a0-ec38-77e3-9927-604e81d60551',
          meta: { version: 3, timestamp: '2026-11-15T23:53:02.270Z', cwd: '/workspace' },
        },
        {
          type: 'raw',
          source: 'pi-json',
          payload: {
            type: 'entry_appended',
            entry: {
              type: 'context_edit',
              id: 'abebf1e5',
              parentId: '4cfb082b',
              timestamp: '2026-11-15T23:53:02.523Z',
              targetId: '4cfb082b',
              replacement: null,
            },
          },
        },
      ],
      end: {
        stopReason: 'max-tokens',
        sessionId: '01a1e1a0-ec38-77e3-9927-604e81d60551',
        tokens: { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0 },
        cost: { amount: 0.000446, currency: 'USD' },
      },
    })
  })
})
