import { describe, expect, it } from 'vitest'
import type { AgUiEvent, HistoryMessage, Interrupt } from '../../../gateway/ag-ui/events.ts'
import { noSettings, runInputOf } from '../chat-settings.ts'
import type { UserEntry } from './thread-entry.ts'
import { withTurnStarted, withFailure, emptyThread, applyEvent, type ThreadView } from './thread-view.ts'

const names = { threadId: 't', runId: 'r' }
const said: UserEntry = { kind: 'user', id: 'u1', text: 'hello', parts: [] }

function after(
  events: readonly AgUiEvent[],
  thread: ThreadView = withTurnStarted(emptyThread, said),
): ThreadView {
  return events.reduce(applyEvent, thread)
}

describe('a thread', () => {
  it('grows text and reasoning entries', () => {
    const thread = after([
      { type: 'RUN_STARTED', ...names },
      { type: 'REASONING_START', messageId: 's1' },
      { type: 'REASONING_MESSAGE_START', messageId: 'm1', role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'm1', delta: 'hm' },
      { type: 'REASONING_MESSAGE_END', messageId: 'm1' },
      { type: 'TEXT_MESSAGE_START', messageId: 'm2', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm2', delta: 'Hel' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm2', delta: 'lo' },
    ])
    expect(thread).toEqual({
      entries: [
        said,
        { kind: 'reasoning', id: 'm1', text: 'hm', isOpen: false, subagent: undefined },
        { kind: 'text', id: 'm2', text: 'Hello', isOpen: true, subagent: undefined },
      ],
      state: undefined,
      status: 'running',
      interrupts: [],
      usage: [],
      queue: [],
    })
  })

  it('attaches tool activities to their call', () => {
    const diff = { type: 'diff', changes: [{ operation: 'add', path: '/a', newText: 'x' }] }
    const thread = after([
      {
        type: 'TOOL_CALL_START',
        toolCallId: 'c1',
        toolCallName: 'edit',
        metadata: { capstan: { title: 'Edit a' } },
      },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{}' },
      { type: 'TOOL_CALL_END', toolCallId: 'c1' },
      {
        type: 'ACTIVITY_SNAPSHOT',
        messageId: 'tool:c1',
        activityType: 'TOOL',
        content: { toolCallId: 'c1', status: 'in-progress', content: [] },
      },
      {
        type: 'ACTIVITY_DELTA',
        messageId: 'tool:c1',
        activityType: 'TOOL',
        patch: [{ op: 'add', path: '/content/-', value: diff }],
      },
      {
        type: 'TOOL_CALL_RESULT',
        messageId: 'result:c1',
        toolCallId: 'c1',
        content: 'no',
        role: 'tool',
        metadata: { capstan: { isError: true, status: 'failed' } },
      },
    ])
    expect(thread.entries[1]).toEqual({
      kind: 'tool',
      id: 'c1',
      name: 'edit',
      title: 'Edit a',
      input: '{}',
      status: 'failed',
      result: 'no',
      isError: true,
      content: [diff],
      subagent: undefined,
    })
  })

  it('keeps the shared state, plans, subagents and notices', () => {
    const thread = after([
      { type: 'STATE_SNAPSHOT', snapshot: { session: {} } },
      { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/session/mode', value: 'plan' }] },
      { type: 'ACTIVITY_SNAPSHOT', messageId: 'plan:1', activityType: 'PLAN', content: { entries: [] } },
      { type: 'SUBAGENT_STARTED', subagentRunId: 'a1', name: 'helper' },
      { type: 'SUBAGENT_ERROR', subagentRunId: 'a1', message: 'gone' },
      { type: 'CUSTOM', name: 'capstan.notice', value: { title: 'Careful', severity: 'warning' } },
      { type: 'CUSTOM', name: 'capstan.access.blocked', value: { name: 'x.test', hint: 'Allow it.' } },
      { type: 'CUSTOM', name: 'capstan.turn.started', value: {} },
    ])
    expect(thread.state).toEqual({ session: { mode: 'plan' } })
    expect(thread.entries.slice(1)).toEqual([
      { kind: 'activity', id: 'plan:1', activityType: 'PLAN', content: { entries: [] } },
      { kind: 'subagent', id: 'a1', name: 'helper', description: undefined, status: 'failed', error: 'gone' },
      { kind: 'notice', id: 'notice:3', text: 'Careful', isError: false },
      { kind: 'notice', id: 'notice:4', text: 'The sandbox blocked x.test. Allow it.', isError: false },
    ])
  })

  it('sums tokens and notes a stopped run', () => {
    const thread = after([
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      { type: 'RUN_FINISHED', ...names, outcome: { type: 'cancelled' }, usage: [{ inputTokens: 3 }] },
    ])
    expect(thread).toEqual({
      entries: [
        said,
        { kind: 'text', id: 'm', text: '', isOpen: false, subagent: undefined },
        { kind: 'notice', id: 'stop:r', text: 'Stopped', isError: false },
      ],
      state: undefined,
      status: 'idle',
      interrupts: [],
      usage: [{ inputTokens: 3 }],
      queue: [],
    })
  })

  it('restores the entries of a messages snapshot', () => {
    const thread = after([
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [
          { id: 'u1', role: 'user', content: [{ type: 'text', text: 'hi' }] },
          {
            id: 'c1',
            role: 'assistant',
            toolCalls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }],
          },
          {
            id: 'tool:c1',
            role: 'activity',
            activityType: 'TOOL',
            content: { toolCallId: 'c1', title: 'Read a', content: [] },
          },
          { id: 'x', role: 'tool', toolCallId: 'c1', content: 'read' },
          { id: 'a1', role: 'assistant', content: 'done' },
        ],
      },
    ])
    expect(thread.entries).toEqual([
      { kind: 'user', id: 'u1', text: 'hi', parts: [] },
      {
        kind: 'tool',
        id: 'c1',
        name: 'read',
        title: 'Read a',
        input: '{}',
        status: 'completed',
        result: 'read',
        isError: false,
        content: [],
      },
      {
        kind: 'activity',
        id: 'tool:c1',
        activityType: 'TOOL',
        content: { toolCallId: 'c1', title: 'Read a', content: [] },
      },
      { kind: 'text', id: 'a1', text: 'done', isOpen: false },
    ])
  })
})

describe('a message that was split when another client connected', () => {
  const metadata = { capstan: { continues: 'a1' } }
  const whole = [{ kind: 'text', id: 'a2', text: 'one two', isOpen: false }]

  it('is one entry while it streams', () => {
    const { entries } = after([
      { type: 'TEXT_MESSAGE_START', messageId: 'a1', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a1', delta: 'one ' },
      { type: 'TEXT_MESSAGE_END', messageId: 'a1' },
      { type: 'TEXT_MESSAGE_START', messageId: 'a2', role: 'assistant', metadata },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a2', delta: 'two' },
      { type: 'TEXT_MESSAGE_END', messageId: 'a2' },
    ])
    expect(entries).toEqual([said, ...whole])
  })

  it('is one entry in a snapshot', () => {
    const messages: HistoryMessage[] = [
      { id: 'a1', role: 'assistant', content: 'one ' },
      { id: 'a2', role: 'assistant', content: 'two', metadata },
    ]
    expect(after([{ type: 'MESSAGES_SNAPSHOT', messages }]).entries).toEqual(whole)
  })
})

describe('a question', () => {
  const interrupts: Interrupt[] = [{ id: 'q', reason: 'confirmation' }]
  const asking = after([{ type: 'RUN_FINISHED', ...names, outcome: { type: 'interrupt', interrupts } }])

  it('stays open until a run ends without an interrupt', () => {
    expect([asking.status, asking.interrupts]).toEqual(['asking', interrupts])
    const failed = after(
      [{ type: 'RUN_ERROR', message: 'partial', code: 'partial_resume' }],
      withTurnStarted(asking),
    )
    expect([failed.status, failed.interrupts]).toEqual(['asking', interrupts])
    const offline = withFailure(withTurnStarted(asking), { id: 'e', message: 'Cannot reach the gateway' })
    expect(offline.status).toBe('asking')
    const done = after(
      [{ type: 'RUN_FINISHED', ...names, outcome: { type: 'success' } }],
      withTurnStarted(asking),
    )
    expect([done.status, done.interrupts]).toEqual(['idle', []])
  })

  it('is removed when it is unknown or expired', () => {
    const thread = after(
      [{ type: 'RUN_ERROR', message: 'late', code: 'interrupt_expired' }],
      withTurnStarted(asking),
    )
    expect([thread.status, thread.interrupts]).toEqual(['failed', []])
  })
})

describe('the run input', () => {
  const part = {
    type: 'image',
    filename: 'a',
    source: { type: 'data', value: 'AA==', mimeType: 'image/png' },
  } as const

  it('contains the messages and the settings', () => {
    const entries = [
      said,
      { kind: 'text', id: 'a1', text: 'Hi', isOpen: false },
      { kind: 'notice', id: 'n', text: 'x', isError: true },
      { kind: 'user', id: 'u2', text: 'look', parts: [part] },
    ] as const
    expect(
      runInputOf({ ...emptyThread, entries }, names, {
        ...noSettings,
        model: 'large',
        effort: 'high',
        subagent: 'reviewer',
      }),
    ).toEqual({
      ...names,
      protocolVersion: '1.0',
      state: {},
      messages: [
        { id: 'u1', role: 'user', content: 'hello' },
        { id: 'a1', role: 'assistant', content: 'Hi' },
        { id: 'u2', role: 'user', content: [{ type: 'text', text: 'look' }, part] },
      ],
      tools: [],
      context: [{ description: 'Use this subagent', value: 'reviewer' }],
      forwardedProps: { capstan: { model: 'large', effort: 'high' } },
    })
  })

  it('has no forwarded props without settings', () => {
    expect(runInputOf(emptyThread, names, noSettings)).toEqual({
      ...names,
      protocolVersion: '1.0',
      state: {},
      messages: [],
      tools: [],
      context: [],
    })
  })
})

it('shows the hint of an error and its remedy', () => {
  const action = { type: 'install', agent: 'claude' }
  const failed = applyEvent(emptyThread, {
    type: 'RUN_ERROR',
    message: 'claude is not installed',
    code: 'agent_not_installed',
    metadata: { capstan: { hint: 'Run capstan install claude', action } },
  })
  expect(failed.entries).toEqual([
    {
      kind: 'notice',
      id: 'error:0',
      text: 'claude is not installed',
      isError: true,
      hint: 'Run capstan install claude',
      action,
    },
  ])
})

it('ignores an action that it does not know', () => {
  const failed = applyEvent(emptyThread, {
    type: 'RUN_ERROR',
    message: 'x',
    metadata: { capstan: { hint: 7, action: { type: 'dance', agent: 'claude' } } },
  })
  expect(failed.entries).toEqual([{ kind: 'notice', id: 'error:0', text: 'x', isError: true }])
})
