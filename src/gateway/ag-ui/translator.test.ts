import { describe, expect, test } from 'vitest'
import type { AgentEvent } from '../../events/event.ts'
import type { AgUiEvent } from './events.ts'
import type { Generation } from './generation.ts'
import type { RunEnd } from './run-end.ts'
import { ThreadMemory } from './thread-memory.ts'
import { AgUiTranslator } from './translator.ts'

const done: RunEnd = { type: 'finished', stopReason: 'end-turn' }

function translate(
  events: readonly AgentEvent[],
  { generation = 'current', end = done }: { generation?: Generation; end?: RunEnd } = {},
): AgUiEvent[] {
  const translator = new AgUiTranslator({ threadId: 't', runId: 'r', generation, memory: new ThreadMemory() })
  translator.begin()
  return [...events.flatMap((event) => translator.take(event)), ...translator.end(end)]
}

const last = (events: readonly AgUiEvent[]): AgUiEvent | undefined => events.at(-1)

describe('a tool call', () => {
  const options = [
    { optionId: 'yes', name: 'Allow', kind: 'allow-once' as const },
    { optionId: 'no', name: 'Reject', kind: 'reject-once' as const },
  ]
  test.each([
    ['no', { isError: true, status: 'failed', isRefused: true }],
    ['yes', { isError: true, status: 'failed' }],
  ])('that failed after the answer %s says whether it was refused', (optionId, capstan) => {
    const events = translate([
      { type: 'tool.called', toolCallId: 'c', kind: 'edit', status: 'pending', input: { path: '/a' } },
      {
        type: 'permission.requested',
        requestId: 'q',
        subject: { type: 'tool-call', toolCall: { toolCallId: 'c' } },
        options,
      },
      { type: 'permission.resolved', requestId: 'q', outcome: { type: 'selected', optionId } },
      { type: 'tool.updated', toolCallId: 'c', status: 'failed', output: 'no' },
    ])
    expect(events.find(({ type }) => type === 'TOOL_CALL_RESULT')).toEqual({
      type: 'TOOL_CALL_RESULT',
      messageId: 'result:c',
      toolCallId: 'c',
      content: 'no',
      role: 'tool',
      metadata: { capstan },
    })
  })

  test('shows a diff and a terminal beside its result', () => {
    const diff = { type: 'diff' as const, changes: [{ operation: 'add' as const, path: '/a', newText: 'x' }] }
    const events = translate([
      { type: 'tool.called', toolCallId: 'c', kind: 'edit', status: 'pending', input: {} },
      {
        type: 'tool.updated',
        toolCallId: 'c',
        status: 'in-progress',
        input: { path: '/a' },
        content: [diff],
      },
      { type: 'terminal.output', terminalId: 'x', text: 'one' },
      { type: 'terminal.output', terminalId: 'x', text: 'two' },
      { type: 'tool.updated', toolCallId: 'c', status: 'completed', output: { ok: true } },
    ])
    expect(events.slice(0, -1)).toEqual([
      {
        type: 'TOOL_CALL_START',
        toolCallId: 'c',
        toolCallName: 'edit',
        metadata: { capstan: { kind: 'edit' } },
      },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"path":"/a"}' },
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
      {
        type: 'ACTIVITY_SNAPSHOT',
        messageId: 'tool:c',
        activityType: 'TOOL',
        content: { toolCallId: 'c', kind: 'edit', status: 'in-progress', content: [diff] },
      },
      {
        type: 'ACTIVITY_SNAPSHOT',
        messageId: 'terminal:x',
        activityType: 'TERMINAL',
        content: { terminalId: 'x', output: ['one'] },
      },
      {
        type: 'ACTIVITY_DELTA',
        messageId: 'terminal:x',
        activityType: 'TERMINAL',
        patch: [{ op: 'add', path: '/output/-', value: 'two' }],
      },
      {
        type: 'ACTIVITY_DELTA',
        messageId: 'tool:c',
        activityType: 'TOOL',
        patch: [{ op: 'add', path: '/status', value: 'completed' }],
      },
      {
        type: 'TOOL_CALL_RESULT',
        messageId: 'result:c',
        toolCallId: 'c',
        content: '{"ok":true}',
        role: 'tool',
      },
    ])
  })

  test('ends with the turn if the agent never ends it', () => {
    const events = translate([{ type: 'tool.called', toolCallId: 'c', tool: 'Read' }])
    expect(events.map(({ type }) => type)).toEqual([
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'TOOL_CALL_RESULT',
      'RUN_FINISHED',
    ])
  })
})

describe('a plan and the state', () => {
  test('become an activity and state patches', () => {
    const entries = [{ content: 'a', priority: 'low' as const, status: 'pending' as const }]
    const events = translate([
      { type: 'plan.updated', plan: { type: 'items', entries } },
      { type: 'mode.changed', modeId: 'plan' },
      { type: 'session.updated', title: 'A title' },
      { type: 'usage.updated', context: { used: 1, size: 2 } },
    ])
    expect(events.slice(0, -1)).toEqual([
      { type: 'ACTIVITY_SNAPSHOT', messageId: 'plan:r', activityType: 'PLAN', content: { entries } },
      { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/session/mode', value: 'plan' }] },
      { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/session/title', value: 'A title' }] },
      {
        type: 'STATE_DELTA',
        delta: [{ op: 'add', path: '/session/usage', value: { context: { used: 1, size: 2 } } }],
      },
    ])
  })
})

describe('the end', () => {
  test.each<[RunEnd, Generation, object]>([
    [
      { type: 'finished', stopReason: 'end-turn', tokens: { input: 2, output: 3.5, cacheRead: 4 } },
      'current',
      {
        type: 'RUN_FINISHED',
        result: { stopReason: 'end-turn' },
        outcome: { type: 'success' },
        usage: [{ inputTokens: 6, cachedInputTokens: 4 }],
      },
    ],
    [
      { type: 'finished', stopReason: 'cancelled' },
      'current',
      { type: 'RUN_FINISHED', result: { stopReason: 'cancelled' }, outcome: { type: 'cancelled' } },
    ],
    [
      { type: 'finished', stopReason: 'cancelled' },
      'legacy',
      { type: 'RUN_FINISHED', result: { stopReason: 'cancelled' } },
    ],
    [
      { type: 'tools-called', toolCallIds: ['c'] },
      'legacy',
      { type: 'RUN_FINISHED', result: { stopReason: 'client-tools' }, outcome: { type: 'success' } },
    ],
  ])('maps %j for a %s client', (end, generation, expected) => {
    expect(last(translate([], { end, generation }))).toEqual({ threadId: 't', runId: 'r', ...expected })
  })

  test.each([
    [{ message: 'gone', code: 'AGENT_CRASH' }, 'agent_exited'],
    [{ message: 'who?', code: 'AUTH_ERROR' }, 'auth_required'],
    [{ message: 'no', code: -32603 }, 'acp_-32603'],
    [{ message: 'late', code: 'TIMEOUT' }, 'timeout'],
    [{ message: 'no' }, 'agent_error'],
  ])('maps %j to the code %s', (error, code) => {
    const end: RunEnd = { type: 'failed', error }
    expect(last(translate([], { end }))).toEqual({ type: 'RUN_ERROR', message: error.message, code })
  })

  test('suspends active subagents, for current clients', () => {
    const said: AgentEvent[] = [{ type: 'text.delta', text: 'hi', subagentId: 's' }]
    const end: RunEnd = { type: 'interrupted', interrupts: [{ id: 'i', reason: 'confirmation' }] }
    const current = translate(said, { end })
    expect(current.slice(0, -1)).toEqual([
      { type: 'SUBAGENT_STARTED', subagentRunId: 's', name: 's' },
      { type: 'TEXT_MESSAGE_START', messageId: 'r:text:1', role: 'assistant', subagentRunId: 's' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'r:text:1', delta: 'hi', subagentRunId: 's' },
      { type: 'TEXT_MESSAGE_END', messageId: 'r:text:1', subagentRunId: 's' },
      { type: 'SUBAGENT_FINISHED', subagentRunId: 's', outcome: { type: 'suspended', interruptIds: ['i'] } },
    ])
    expect(translate(said, { end, generation: 'legacy' }).map(({ type }) => type)).toEqual([
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'RUN_FINISHED',
    ])
  })
})

describe('a client that connects in the middle of a message', () => {
  const piece = (text: string): AgentEvent => ({ type: 'text.delta', text })

  test('gets the rest as a new message that names the one it continues', () => {
    const translator = new AgUiTranslator({
      threadId: 't',
      runId: 'r',
      generation: 'current',
      memory: new ThreadMemory(),
    })
    translator.begin()
    const events = [
      ...translator.take(piece('one ')),
      ...translator.cut(),
      // Another client connects before more text.
      ...translator.cut(),
      ...translator.take(piece('two ')),
      ...translator.take(piece('three')),
      ...translator.cut(),
      ...translator.take({ type: 'thinking.delta', text: 'well' }),
      ...translator.take(piece('four')),
    ]
    expect(events).toEqual([
      { type: 'TEXT_MESSAGE_START', messageId: 'r:text:1', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'r:text:1', delta: 'one ' },
      { type: 'TEXT_MESSAGE_END', messageId: 'r:text:1' },
      {
        type: 'TEXT_MESSAGE_START',
        messageId: 'r:text:2',
        role: 'assistant',
        metadata: { capstan: { continues: 'r:text:1' } },
      },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'r:text:2', delta: 'two ' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'r:text:2', delta: 'three' },
      { type: 'TEXT_MESSAGE_END', messageId: 'r:text:2' },
      { type: 'REASONING_START', messageId: 'r:reasoning:3-span' },
      { type: 'REASONING_MESSAGE_START', messageId: 'r:reasoning:3', role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r:reasoning:3', delta: 'well' },
      { type: 'REASONING_MESSAGE_END', messageId: 'r:reasoning:3' },
      { type: 'REASONING_END', messageId: 'r:reasoning:3-span' },
      { type: 'TEXT_MESSAGE_START', messageId: 'r:text:4', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'r:text:4', delta: 'four' },
    ])
  })
})

test('a retraction ends the message and names the retracted text', () => {
  const events = translate([
    { type: 'text.delta', text: 'One', messageId: 'm' },
    { type: 'message.retracted', text: 'One', messageId: 'm' },
    { type: 'text.delta', text: 'Uno', messageId: 'm' },
  ])
  expect(events.slice(0, -1)).toEqual([
    { type: 'TEXT_MESSAGE_START', messageId: 'r:text:1', role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'r:text:1', delta: 'One' },
    { type: 'TEXT_MESSAGE_END', messageId: 'r:text:1' },
    { type: 'CUSTOM', name: 'capstan.message.retracted', value: { text: 'One', messageId: 'm' } },
    { type: 'TEXT_MESSAGE_START', messageId: 'r:text:2', role: 'assistant' },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: 'r:text:2', delta: 'Uno' },
    { type: 'TEXT_MESSAGE_END', messageId: 'r:text:2' },
  ])
})
