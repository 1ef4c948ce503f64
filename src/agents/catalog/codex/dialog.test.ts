import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DialogContext, DialogReading, Dialog } from '../../command-line/dialog.ts'
import { createCodexDialog } from './dialog.ts'

function linesOf(name: string): unknown[] {
  const text = readFileSync(join(import.meta.dirname, 'fixtures/dialog', name), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))
}

function dialogWith(context: Partial<DialogContext>, ...ids: string[]): Dialog {
  return createCodexDialog({
    cwd: '/workspace/repo',
    approval: 'everything',
    createId: () => ids.shift() ?? 'none',
    ...context,
  })
}

/** Everything but the events. */
function moves(reading: DialogReading): object[] {
  const rest = Object.entries(reading).filter(([name]) => name !== 'events')
  return rest.length === 0 ? [] : [Object.fromEntries(rest)]
}

function tokensOf(input: number, output: number): object {
  return { total: input + output, input, output, thinking: 0, cacheRead: 0, cacheWrite: 0 }
}

const text = [{ type: 'text', text: 'Hello' }]

describe('approvals', () => {
  const sessionId = '01a1e1d9-7471-7251-9b13-3613dd5560bb'
  const lines = linesOf('approvals.ndjson')

  test('holds a prompt until the thread is open, and asks for approval', () => {
    const dialog = dialogWith({}, '1', '0', '2', '3')
    expect(dialog.prompt('Hello', [])).toEqual([])
    const received = lines.flatMap((line) => moves(dialog.read(line)))
    expect(received).toEqual([
      { send: [{ id: '0', method: 'turn/start', params: { threadId: sessionId, input: text } }] },
      { answered: { id: '2' } },
      { begins: true },
      { withdrawn: '0' },
      { end: { stopReason: 'end-turn', sessionId, tokens: tokensOf(20, 10) } },
      { answered: { id: '3' } },
      { begins: true },
      { withdrawn: '1' },
      { end: { stopReason: 'end-turn', sessionId, tokens: tokensOf(40, 20) } },
    ])
  })

  test('asks for a command, allows it and emits its events', () => {
    const dialog = dialogWith({}, '1')
    const toolCallId = 'call_a0f6b72c7f764815bb8c407a02ebaec1'
    const command = 'touch /workspace/repo/a-untrusted-accept.txt && ls /workspace/repo'
    const output = "touch: cannot touch '/workspace/repo/a-untrusted-accept.txt': Read-only file system\n"
    const events = lines.flatMap((line) => dialog.read(line).events).slice(1, 9)
    expect(events).toEqual([
      { type: 'session.started', sessionId },
      { type: 'status.changed', sessionId, status: 'active' },
      {
        type: 'tool.called',
        sessionId,
        toolCallId,
        tool: 'exec_command',
        title: command,
        kind: 'execute',
        input: { command: `/bin/bash -lc '${command}'` },
        status: 'in-progress',
      },
      {
        type: 'permission.requested',
        sessionId,
        requestId: '0',
        title: command,
        subject: {
          type: 'tool-call',
          toolCall: { toolCallId, kind: 'execute', title: command, input: { command } },
        },
        options: [
          { optionId: 'accept', name: 'Allow', kind: 'allow-once' },
          { optionId: 'decline', name: 'Deny', kind: 'reject-once' },
        ],
      },
      {
        type: 'tool.updated',
        sessionId,
        toolCallId,
        status: 'failed',
        output: { exitCode: 1, output },
        content: [{ type: 'content', content: { type: 'text', text: output } }],
        error: { message: 'The command ended with exit code 1' },
      },
      {
        type: 'usage.updated',
        sessionId,
        tokens: tokensOf(10, 5),
        context: { used: 15, size: 258_400 },
      },
      {
        type: 'text.delta',
        sessionId,
        text: 'done',
        messageId: 'msg_ad8d64883f2647e697f46068f39892a4_0',
      },
      {
        type: 'usage.updated',
        sessionId,
        tokens: tokensOf(20, 10),
        context: { used: 15, size: 258_400 },
      },
    ])
  })

  test("answers once, with one of Codex's own decisions", () => {
    const dialog = dialogWith({}, '1')
    const ask = (id: number): void => {
      dialog.read({ id, method: 'item/fileChange/requestApproval', params: { itemId: 'x' } })
    }
    for (const id of [5, 6, 7]) ask(id)
    expect(dialog.answer('5', { type: 'selected', optionId: 'acceptForSession' })).toEqual([
      { id: 5, result: { decision: 'acceptForSession' } },
    ])
    expect(dialog.answer('5', { type: 'cancelled' })).toEqual([])
    expect(dialog.answer('6', { type: 'cancelled' })).toEqual([{ id: 6, result: { decision: 'cancel' } }])
    expect(dialog.read({ id: 8, method: 'item/tool/call', params: {} })).toEqual({
      events: [],
      send: [{ id: 8, error: { code: -32601, message: 'item/tool/call is not supported' } }],
    })
  })
})

describe('the end of a turn', () => {
  const sessionId = '01a1e1d7-6e23-7452-88b1-8558c98c1480'
  const lines = linesOf('interrupted.ndjson')
  const message = 'unexpected status 401 Unauthorized: no, url: http://127.0.0.1:8080/v1/responses'
  const error = { message, code: 'AUTH_ERROR', retryable: false, data: { status: 401 } }

  test('is interrupted, then rejected by the provider', () => {
    const dialog = dialogWith({}, '1')
    const received = lines.map((line) => dialog.read(line))
    expect(received.flatMap(moves)).toEqual([
      { send: [] },
      { answered: { id: '6' } },
      { begins: true },
      { answered: { id: 'int' } },
      { end: { stopReason: 'cancelled', sessionId, tokens: tokensOf(10, 5) } },
      { answered: { id: 'st2', error: 'no active turn to steer' } },
      { answered: { id: '7' } },
      { begins: true },
      { end: { stopReason: 'error', sessionId, tokens: tokensOf(10, 5), error } },
    ])
    const emitted = received.flatMap(({ events }) => events)
    expect(emitted.filter(({ type }) => type === 'tool.updated')).toEqual([
      {
        type: 'tool.updated',
        sessionId,
        toolCallId: 'call_c6e7dbb2ae4f49c79e4286aebd819d69',
        status: 'cancelled',
      },
    ])
    expect(emitted.filter(({ type }) => type === 'error')).toEqual([{ type: 'error', sessionId, error }])
  })

  test('steers and cancels the current turn, and applies settings to the next one', () => {
    const dialog = dialogWith({}, '1', 'steer', 'stop', 'prompt')
    for (const line of lines.slice(0, 4)) dialog.read(line)
    const turn = '01a1e1d7-7daa-75a3-b1e3-53a14165fade'
    expect(dialog.steer('Hello')).toEqual({
      id: 'steer',
      send: [
        {
          id: 'steer',
          method: 'turn/steer',
          params: { threadId: sessionId, expectedTurnId: turn, input: text },
        },
      ],
    })
    expect(dialog.cancel()).toEqual([
      { id: 'stop', method: 'turn/interrupt', params: { threadId: sessionId, turnId: turn } },
    ])
    expect([dialog.set('model', 'gpt-5.5'), dialog.set('effort', 'high'), dialog.set('mode', 'x')]).toEqual([
      { send: [] },
      { send: [] },
      undefined,
    ])
    expect(dialog.prompt('Hello', [{ data: 'AAAA', mimeType: 'image/png' }])).toEqual([
      {
        id: 'prompt',
        method: 'turn/start',
        params: {
          threadId: sessionId,
          input: [{ type: 'image', url: 'data:image/png;base64,AAAA' }, ...text],
          model: 'gpt-5.5',
          effort: 'high',
        },
      },
    ])
    const refusal = { code: -32600, message: 'no such model' }
    expect(dialog.read({ id: 'prompt', error: refusal })).toEqual({
      events: [],
      end: { stopReason: 'error', error: { message: 'no such model', code: 'AGENT_ERROR' } },
    })
  })
})

test.each([
  [
    { approval: 'nothing', model: 'gpt-5.5', noSession: true },
    {
      method: 'thread/start',
      params: {
        model: 'gpt-5.5',
        ephemeral: true,
        cwd: '/workspace/repo',
        approvalPolicy: 'never',
        sandbox: 'danger-full-access',
      },
    },
  ],
  [
    { approval: 'refused', resume: 'before' },
    {
      method: 'thread/resume',
      params: {
        threadId: 'before',
        excludeTurns: true,
        cwd: '/workspace/repo',
        approvalPolicy: 'on-request',
        sandbox: 'read-only',
      },
    },
  ],
  [
    { approval: 'everything', fork: 'before' },
    {
      method: 'thread/fork',
      params: {
        threadId: 'before',
        excludeTurns: true,
        cwd: '/workspace/repo',
        approvalPolicy: 'untrusted',
        sandbox: 'workspace-write',
      },
    },
  ],
] as const)('a thread is opened as the run asks: %o', (context, request) => {
  const [, , opens] = dialogWith(context, 'open', 'hello').start()
  expect(opens).toEqual({ id: 'open', ...request })
})

test('fails to open a missing thread', () => {
  const message = 'no rollout found for thread id before'
  expect(dialogWith({ resume: 'before' }, '1').read({ id: '1', error: { code: -32600, message } })).toEqual({
    events: [],
    failure: { message, code: 'SESSION_NOT_FOUND', retryable: false },
  })
})

test('does not repeat a streamed thought', () => {
  const dialog = dialogWith({}, '1')
  dialog.read({ id: '1', result: { thread: { id: 'thread' } } })
  const notify = (method: string, params: object): unknown =>
    dialog.read({ method, params: { threadId: 'thread', ...params } }).events
  const thought = { itemId: 'rs', delta: 'I think', summaryIndex: 0 }
  expect(notify('item/reasoning/summaryTextDelta', thought)).toEqual([
    { type: 'thinking.delta', sessionId: 'thread', text: 'I think', messageId: 'rs' },
  ])
  const item = { type: 'reasoning', summary: ['I think'], content: [] }
  expect(notify('item/completed', { item: { ...item, id: 'rs' } })).toEqual([])
  expect(notify('item/completed', { item: { ...item, id: 'other' } })).toEqual([
    { type: 'thinking.delta', sessionId: 'thread', text: 'I think', messageId: 'other' },
  ])
})

test('does not count the earlier usage of a resumed thread', () => {
  const dialog = dialogWith({ resume: 'thread' }, '1')
  const usage = (inputTokens: number, outputTokens: number): object => ({ inputTokens, outputTokens })
  const notify = (method: string, params: object): DialogReading =>
    dialog.read({ method, params: { threadId: 'thread', ...params } })
  expect(dialog.read({ id: '1', result: { thread: { id: 'thread' } } }).events).toEqual([
    { type: 'session.resumed', sessionId: 'thread' },
  ])
  const before = { total: usage(10, 5), last: usage(10, 5) }
  notify('thread/tokenUsage/updated', { tokenUsage: before })
  notify('turn/started', { turn: { id: 'turn' } })
  const after = { total: usage(30, 7), last: usage(20, 2) }
  notify('thread/tokenUsage/updated', { tokenUsage: after })
  expect(notify('turn/completed', { turn: { status: 'completed' } })).toEqual({
    events: [],
    end: { stopReason: 'end-turn', sessionId: 'thread', tokens: { total: 22, input: 20, output: 2 } },
  })
})

test('sends an image to a running turn', () => {
  const dialog = createCodexDialog({ cwd: '/w', approval: 'nothing', createId: () => 'i1' })
  const { send } = dialog.steer('look', [{ data: 'AAAA', mimeType: 'image/png' }])
  expect(send.map(({ method, params }) => [method, (params as { input: unknown }).input])).toEqual([
    [
      'turn/steer',
      [
        { type: 'image', url: 'data:image/png;base64,AAAA' },
        { type: 'text', text: 'look' },
      ],
    ],
  ])
})
