import { describe, expect, test } from 'vitest'
import type { OutputContext, AgentExit } from '../../command-line/output-reader.ts'
import { createPiReader } from './events.ts'

const good: AgentExit = { exitCode: 0, signal: null, stderrTail: '' }

function readAll(lines: readonly unknown[], context: Partial<OutputContext> = {}) {
  const reader = createPiReader({ cwd: '/workspace', isResumed: false, ...context })
  return { events: lines.flatMap((line) => reader.read(line)), end: reader.end(good) }
}

const begin = { type: 'message_start', message: { role: 'assistant', content: [] } }
const piece = (assistantMessageEvent: unknown) => ({ type: 'message_update', assistantMessageEvent })
const answer = (message: object) => ({ type: 'message_end', message: { role: 'assistant', ...message } })
const over = [
  { type: 'agent_end', messages: [], willRetry: false },
  { type: 'agent_settled', aborted: false },
]

test('emits a whole message without deltas', () => {
  const content = [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'Yes.' },
    { type: 'toolCall', id: 'a', name: 'ls', arguments: { path: 'src' } },
  ]
  expect(readAll([begin, answer({ content, stopReason: 'toolUse' }), ...over])).toEqual({
    events: [
      { type: 'thinking.delta', text: 'Hm.' },
      { type: 'text.delta', text: 'Yes.' },
      {
        type: 'tool.called',
        toolCallId: 'a',
        tool: 'ls',
        title: 'List src',
        kind: 'search',
        locations: [{ path: '/workspace/src' }],
        input: { path: 'src' },
        status: 'pending',
      },
    ],
    end: { stopReason: 'end-turn' },
  })
})

test('completes a block that ends with more text than its deltas, once', () => {
  const lines = [
    begin,
    piece({ type: 'text_delta', contentIndex: 0, delta: 'He' }),
    piece({ type: 'text_end', contentIndex: 0, content: 'Hello' }),
    answer({ content: [{ type: 'text', text: 'Hello' }], stopReason: 'stop' }),
  ]
  expect(readAll(lines).events).toEqual([
    { type: 'text.delta', text: 'He' },
    { type: 'text.delta', text: 'llo' },
  ])
})

test('ends a call without an end line by its result', () => {
  const result = {
    role: 'toolResult',
    toolCallId: 'a',
    content: [{ type: 'text', text: 'No' }],
    isError: true,
  }
  const lines = [
    { type: 'tool_execution_start', toolCallId: 'a', toolName: 'bash', args: { command: 'ls' } },
    { type: 'message_end', message: result },
    { type: 'message_end', message: result },
  ]
  expect(readAll(lines).events.slice(1)).toEqual([
    {
      type: 'tool.updated',
      toolCallId: 'a',
      status: 'failed',
      output: { content: [{ type: 'text', text: 'No' }] },
      content: [{ type: 'content', content: { type: 'text', text: 'No' } }],
      error: { message: 'No' },
    },
  ])
})

test('emits the content of a call only when it changes', () => {
  const content = [{ type: 'text', text: 'a' }]
  const update = {
    type: 'tool_execution_update',
    toolCallId: 'c',
    toolName: 'bash',
    partialResult: { content },
  }
  const lines = [
    { type: 'tool_execution_start', toolCallId: 'c', toolName: 'bash', args: { command: 'ls' } },
    update,
    update,
    { type: 'tool_execution_end', toolCallId: 'c', toolName: 'bash', result: { content }, isError: false },
  ]
  expect(readAll(lines).events.slice(1)).toEqual([
    {
      type: 'tool.updated',
      toolCallId: 'c',
      content: [{ type: 'content', content: { type: 'text', text: 'a' } }],
    },
    { type: 'tool.updated', toolCallId: 'c', status: 'completed', output: { content } },
  ])
})

describe('an answer that failed', () => {
  const failed = answer({ content: [], stopReason: 'error', errorMessage: 'prompt is too long' })
  const error = { message: 'prompt is too long', code: 'AGENT_ERROR' }

  test('is emitted as an error if the agent continues without a retry', () => {
    const more = [begin, answer({ content: [], stopReason: 'stop' }), ...over]
    expect(readAll([begin, failed, { type: 'agent_end', willRetry: true }, ...more])).toEqual({
      events: [{ type: 'error', error }],
      end: { stopReason: 'end-turn' },
    })
  })

  test('is emitted once if an older release retries after the end', () => {
    const retry = { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 2000, errorMessage: 'x' }
    expect(readAll([begin, failed, { type: 'agent_end' }, retry]).events).toEqual([
      { type: 'error', error },
      { type: 'notice', severity: 'warning', title: 'pi retries: attempt 1 of 3', description: 'x' },
    ])
  })
})

test.each(['aborted', 'error'])(
  'reports no failure for a stopped run whose last answer is %s',
  (stopReason) => {
    const lines = [begin, answer({ content: [], stopReason }), { type: 'agent_settled', aborted: true }]
    expect(readAll(lines).end).toEqual({ stopReason: 'cancelled' })
  },
)

test('emits session.resumed and only the usage of this run', () => {
  const usage = { input: 1, output: 2, totalTokens: 3, cost: { total: 0.5 } }
  const lines = [
    { type: 'session', id: 'abc' },
    begin,
    answer({ content: [], stopReason: 'stop', usage }),
    ...over,
  ]
  expect(readAll(lines, { isResumed: true })).toEqual({
    events: [{ type: 'session.resumed', sessionId: 'abc', meta: {} }, { type: 'usage.updated' }],
    end: {
      stopReason: 'end-turn',
      sessionId: 'abc',
      tokens: { total: 3, input: 1, output: 2 },
      cost: { amount: 0.5, currency: 'USD' },
    },
  })
})

test('gives a compaction a unique id within the session', () => {
  const result = { summary: 'All before.', usage: { totalTokens: 7 } }
  const lines = [
    { type: 'compaction_start', reason: 'threshold' },
    { type: 'compaction_end', reason: 'threshold', result, aborted: false },
    { type: 'compaction_start', reason: 'manual' },
    { type: 'compaction_end', reason: 'manual', aborted: false, errorMessage: 'no model' },
  ]
  expect(readAll(lines, { runId: 'run-1' }).events).toEqual([
    { type: 'compaction.updated', compactionId: 'run-1-compaction-1', status: 'in-progress' },
    {
      type: 'compaction.updated',
      compactionId: 'run-1-compaction-1',
      status: 'completed',
      summary: [{ type: 'text', text: 'All before.' }],
    },
    { type: 'usage.updated', tokens: { total: 7 } },
    { type: 'compaction.updated', compactionId: 'run-1-compaction-2', status: 'in-progress' },
    {
      type: 'compaction.updated',
      compactionId: 'run-1-compaction-2',
      status: 'failed',
      error: { message: 'no model' },
    },
  ])
})

test('passes on messages of an extension', () => {
  const line = { type: 'message_end', message: { role: 'custom', customType: 'hint', content: 'Look' } }
  expect(readAll([line]).events).toEqual([{ type: 'raw', source: 'pi-json', payload: line }])
})

test('changes and removes the name of the session', () => {
  expect(
    readAll([{ type: 'session_info_changed', name: 'Fix' }, { type: 'session_info_changed' }]).events,
  ).toEqual([
    { type: 'session.updated', title: 'Fix' },
    { type: 'session.updated', title: null },
  ])
})
