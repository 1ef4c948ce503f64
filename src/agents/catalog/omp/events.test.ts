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

describe('the output of omp', () => {
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
          meta: { version: 3, timestamp: '2026-11-15T19:15:51.374Z', cwd: '/workspace' },
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
          meta: { version: 3, timestamp: '2026-11-15T19:16:02.810Z', cwd: '/workspace' },
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
          meta: { version: 3, timestamp: '2026-11-15T19:15:57.527Z', cwd: '/workspace' },
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
          meta: { version: 3, timestamp: '2026-11-15T19:00:08.056Z', cwd: '/workspace' },
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
})
