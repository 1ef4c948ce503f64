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

describe('the output of OpenCode', () => {
  test('text.ndjson', () => {
    expect(read('text.ndjson')).toEqual({
      said: 'Hello from the fake model. The answer is 42.',
      thought: '',
      calls: {},
      usage: [{ total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 }],
      others: [{ type: 'session.started', sessionId: 'ses_e1f603a25ffeSfpSmDaFLgYotS', at: 1794769934717 }],
      end: {
        stopReason: 'end-turn',
        sessionId: 'ses_e1f603a25ffeSfpSmDaFLgYotS',
        tokens: { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0 },
        cost: { amount: 0, currency: 'USD' },
      },
    })
  })

  test('think.ndjson', () => {
    expect(read('think.ndjson')).toEqual({
      said: 'I will call a tool. Tool finished. The final answer is 42.',
      thought: 'Let me think about this step by step.Second thought after the tool result.',
      calls: {
        call_118_0: {
          tool: 'bash',
          title: 'echo hello-from-tool',
          kind: 'execute',
          input: { command: 'echo hello-from-tool' },
          at: 1794769947956,
          status: 'completed',
          output: {
            output: 'hello-from-tool\n',
            metadata: { output: 'hello-from-tool\n', exit: 0, truncated: false },
          },
          content: [{ type: 'content', content: { type: 'text', text: 'hello-from-tool\n' } }],
          durationMs: 1810,
        },
      },
      usage: [
        { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 },
        { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0, cost: 0 },
      ],
      others: [{ type: 'session.started', sessionId: 'ses_e1f600d58ffevIOSZH6Kp2Q0Hs', at: 1794769946222 }],
      end: {
        stopReason: 'end-turn',
        sessionId: 'ses_e1f600d58ffevIOSZH6Kp2Q0Hs',
        tokens: { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0 },
        cost: { amount: 0, currency: 'USD' },
      },
    })
  })

  test('think-and-tool.ndjson', () => {
    expect(read('think-and-tool.ndjson')).toEqual({
      said: 'I will call a tool. Tool finished. The final answer is 42.',
      thought: '',
      calls: {
        call_17_0: {
          tool: 'bash',
          title: 'echo hello-from-tool',
          kind: 'execute',
          input: { command: 'echo hello-from-tool' },
          at: 1794769045408,
          status: 'completed',
          output: {
            output: 'hello-from-tool\n',
            metadata: { output: 'hello-from-tool\n', exit: 0, truncated: false },
          },
          content: [{ type: 'content', content: { type: 'text', text: 'hello-from-tool\n' } }],
          durationMs: 1248,
        },
      },
      usage: [
        { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 },
        { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0, cost: 0 },
      ],
      others: [{ type: 'session.started', sessionId: 'ses_e1f6deff5fferKboaIPUzbN4DY', at: 1794769044300 }],
      end: {
        stopReason: 'end-turn',
        sessionId: 'ses_e1f6deff5fferKboaIPUzbN4DY',
        tokens: { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0 },
        cost: { amount: 0, currency: 'USD' },
      },
    })
  })

  test('permission-given.ndjson', () => {
    expect(read('permission-given.ndjson')).toEqual({
      said: 'I will call a tool. Tool finished. The final answer is 42.',
      thought: '',
      calls: {
        call_105_0: {
          tool: 'bash',
          title: 'echo hello-from-tool',
          kind: 'execute',
          input: { command: 'echo hello-from-tool' },
          at: 1794769766102,
          status: 'completed',
          output: {
            output: 'hello-from-tool\n',
            metadata: { output: 'hello-from-tool\n', exit: 0, truncated: false },
          },
          content: [{ type: 'content', content: { type: 'text', text: 'hello-from-tool\n' } }],
          durationMs: 264,
        },
      },
      usage: [
        { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0, cost: 0 },
        { total: 2580, input: 468, output: 112, thinking: 40, cacheRead: 2000, cacheWrite: 0, cost: 0 },
      ],
      others: [{ type: 'session.started', sessionId: 'ses_e1f62c55cffeqq7Cp2a3bUjQ3V', at: 1794769765861 }],
      end: {
        stopReason: 'end-turn',
        sessionId: 'ses_e1f62c55cffeqq7Cp2a3bUjQ3V',
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
      others: [{ type: 'session.started', sessionId: 'ses_e1e5e68e9ffeDw55lorOVSOyny', at: 1794786828261 }],
      end: {
        stopReason: 'max-tokens',
        sessionId: 'ses_e1e5e68e9ffeDw55lorOVSOyny',
        tokens: { total: 1290, input: 234, output: 56, thinking: 20, cacheRead: 1000, cacheWrite: 0 },
        cost: { amount: 0.000446, currency: 'USD' },
      },
    })
  })
})
