import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../events/event.ts'
import { SessionEvents } from './session-events.ts'

/** The session events of a series of agent events, 10 ms apart. */
function read(...events: AgentEvent[]): unknown[] {
  let now = 0
  const reader = new SessionEvents(() => now)
  return events.flatMap((event) => {
    now += 10
    return reader.read(event)
  })
}

const text = (value: string): { type: 'content'; content: { type: 'text'; text: string } } => ({
  type: 'content',
  content: { type: 'text', text: value },
})

describe('text', () => {
  it('becomes pieces with a role and a thinking flag', () => {
    expect(
      read(
        { type: 'text.delta', text: 'hello', messageId: 'm1' },
        { type: 'text.delta', text: 'hi', role: 'user' },
        { type: 'thinking.delta', text: 'hm' },
      ),
    ).toEqual([
      { type: 'transcript.piece', role: 'agent', text: 'hello', messageId: 'm1' },
      { type: 'transcript.piece', role: 'user', text: 'hi' },
      { type: 'transcript.piece', role: 'agent', text: 'hm', thinking: true },
    ])
  })

  it('of a repeated whole message is emitted once', () => {
    const content = [{ type: 'text' as const, text: 'all of it' }]
    expect(
      read(
        { type: 'message.updated', messageId: 'm1', content },
        { type: 'message.updated', messageId: 'm1', content },
        { type: 'text.delta', text: 'pieces', messageId: 'm2' },
        { type: 'message.updated', messageId: 'm2', content },
        { type: 'message.updated', messageId: 'm3', role: 'user', thinking: true, content },
      ),
    ).toEqual([
      { type: 'transcript.piece', role: 'agent', text: 'all of it', messageId: 'm1' },
      { type: 'transcript.piece', role: 'agent', text: 'pieces', messageId: 'm2' },
      { type: 'transcript.piece', role: 'user', text: 'all of it', messageId: 'm3', thinking: true },
    ])
  })
})

describe('tools', () => {
  it('emit called, output and completed events', () => {
    expect(
      read(
        { type: 'tool.called', toolCallId: 'c1', tool: 'grep', title: 'Search', input: { for: 'x' } },
        { type: 'tool.updated', toolCallId: 'c1', status: 'in-progress', content: [text('one ')] },
        { type: 'tool.updated', toolCallId: 'c1', content: [text('one two')] },
        { type: 'tool.output', toolCallId: 'c1', content: text(' three') },
        { type: 'tool.updated', toolCallId: 'c1', status: 'completed', output: { found: 3 } },
      ),
    ).toEqual([
      { type: 'tool.called', run: 'c1', tool: 'grep', input: { for: 'x' } },
      { type: 'tool.output', run: 'c1', tool: 'grep', output: 'one ' },
      { type: 'tool.output', run: 'c1', tool: 'grep', output: 'two' },
      { type: 'tool.output', run: 'c1', tool: 'grep', output: ' three' },
      { type: 'tool.completed', run: 'c1', tool: 'grep', output: { found: 3 }, durationMs: 40 },
    ])
  })

  it('emit failures with their reason', () => {
    expect(
      read(
        { type: 'tool.called', toolCallId: 'c1', title: 'Fetch' },
        {
          type: 'tool.updated',
          toolCallId: 'c1',
          status: 'failed',
          error: { message: 'gone', retryable: true },
        },
        { type: 'tool.called', toolCallId: 'c2', kind: 'read' },
        { type: 'tool.updated', toolCallId: 'c2', status: 'cancelled' },
        { type: 'tool.updated', toolCallId: 'c3', status: 'failed', content: [text('no such file')] },
      ),
    ).toEqual([
      { type: 'tool.called', run: 'c1', tool: 'Fetch' },
      { type: 'tool.failed', run: 'c1', tool: 'Fetch', error: 'gone', retryable: true },
      { type: 'tool.called', run: 'c2', tool: 'read' },
      { type: 'tool.failed', run: 'c2', tool: 'read', error: 'The tool call was canceled' },
      { type: 'tool.called', run: 'c3', tool: 'unknown' },
      { type: 'tool.failed', run: 'c3', tool: 'unknown', error: 'no such file' },
    ])
  })

  it('are called once, also when the permission request comes first', () => {
    const toolCall = { toolCallId: 'c1', tool: 'write', input: { path: '/a' } }
    expect(
      read(
        {
          type: 'permission.requested',
          requestId: 'r1',
          options: [],
          subject: { type: 'tool-call', toolCall },
        },
        { type: 'tool.called', toolCallId: 'c1', tool: 'write' },
        {
          type: 'permission.requested',
          requestId: 'r2',
          options: [],
          subject: { type: 'command', command: 'ls', cwd: '/' },
        },
      ),
    ).toEqual([{ type: 'tool.called', run: 'c1', tool: 'write', input: { path: '/a' } }])
  })

  it('emit file changes when they complete', () => {
    const changes = [
      { operation: 'add' as const, path: '/new' },
      { operation: 'modify' as const, path: '/old' },
      { operation: 'delete' as const, path: '/gone' },
      { operation: 'move' as const, path: '/to', oldPath: '/from' },
      { operation: 'unknown' as const, originalOperation: 'fold', data: {} },
    ]
    const patch = { format: 'git-patch', text: '+x' }
    expect(
      read(
        {
          type: 'tool.updated',
          toolCallId: 'c1',
          tool: 'edit',
          status: 'completed',
          content: [{ type: 'diff', changes }],
        },
        {
          type: 'tool.called',
          toolCallId: 'c2',
          tool: 'edit',
          status: 'completed',
          content: [{ type: 'diff', changes: changes.slice(1, 2), patch }],
        },
      ).filter((event) => (event as AgentEvent).type === 'file.changed'),
    ).toEqual([
      { type: 'file.changed', path: '/new', operation: 'create' },
      { type: 'file.changed', path: '/old', operation: 'update' },
      { type: 'file.changed', path: '/gone', operation: 'delete' },
      { type: 'file.changed', path: '/from', operation: 'delete' },
      { type: 'file.changed', path: '/to', operation: 'create' },
      { type: 'file.changed', path: '/old', operation: 'update', diff: '+x' },
    ])
  })
})

describe('commands', () => {
  const commands = (...events: AgentEvent[]): unknown[] =>
    read(...events).filter((event) => (event as AgentEvent).type.startsWith('command.'))

  it('are reported by the tool call that runs them', () => {
    expect(
      commands(
        { type: 'tool.called', toolCallId: 'c1', kind: 'execute', title: 'Terminal' },
        { type: 'tool.updated', toolCallId: 'c1', input: { command: 'npm test' } },
        { type: 'tool.updated', toolCallId: 'c1', status: 'completed', output: { exitCode: 0 } },
        { type: 'tool.called', toolCallId: 'c2', kind: 'execute', title: 'ls /nowhere' },
        {
          type: 'tool.updated',
          toolCallId: 'c2',
          status: 'failed',
          output: { exit_code: 2 },
          content: [text('No such file')],
        },
      ),
    ).toEqual([
      { type: 'command.started', command: 'npm test' },
      { type: 'command.completed', command: 'npm test', exitCode: 0, durationMs: 10 },
      // Without an input, the title is the command, known only at the end.
      { type: 'command.started', command: 'ls /nowhere' },
      { type: 'command.failed', command: 'ls /nowhere', error: 'No such file', exitCode: 2 },
    ])
  })

  it('are reported once when a terminal reports them too', () => {
    expect(
      commands(
        {
          type: 'tool.called',
          toolCallId: 'c1',
          kind: 'execute',
          input: { command: 'sh', args: ['-c', 'x'] },
        },
        { type: 'terminal.updated', terminalId: 't1', command: 'sh -c x', cwd: '/w' },
        { type: 'terminal.updated', terminalId: 't1', exitStatus: { exitCode: 3 } },
        { type: 'tool.updated', toolCallId: 'c1', status: 'failed' },
      ),
    ).toEqual([
      { type: 'command.started', command: 'sh -c x' },
      { type: 'command.failed', command: 'sh -c x', error: 'Exited with code 3', exitCode: 3 },
    ])
  })

  it('are reported by their terminal alone', () => {
    expect(
      commands(
        { type: 'terminal.updated', terminalId: 't1', command: 'make', cwd: '/w' },
        { type: 'terminal.updated', terminalId: 't1', exitStatus: { exitCode: 0 } },
        { type: 'terminal.updated', terminalId: 't2', command: 'sleep 9' },
        { type: 'terminal.updated', terminalId: 't2', exitStatus: { signal: 'SIGTERM' } },
      ),
    ).toEqual([
      { type: 'command.started', command: 'make', cwd: '/w' },
      { type: 'command.completed', command: 'make', exitCode: 0, durationMs: 10 },
      { type: 'command.started', command: 'sleep 9' },
      { type: 'command.failed', command: 'sleep 9', error: 'Ended by signal SIGTERM' },
    ])
  })
})

it('passes on events with a session counterpart and drops the others', () => {
  expect(
    read(
      { type: 'file.changed', path: '/a', operation: 'update', diff: '+' },
      { type: 'command.started', command: 'ls', cwd: '/' },
      { type: 'command.completed', command: 'ls', exitCode: 0 },
      { type: 'command.failed', command: 'ls', error: { message: 'no' }, exitCode: 1 },
      { type: 'terminal.output', text: 'out', stream: 'stdout' },
      { type: 'terminal.output', bytes: 'aGk=' },
      { type: 'terminal.screen', text: 'all', rows: 24, cols: 80 },
      { type: 'usage.updated', tokens: { total: 7 }, cost: { amount: 0.1, currency: 'USD' } },
      { type: 'usage.updated', tokens: { input: 2, output: 3 }, cost: { amount: 9, currency: 'credits' } },
      { type: 'usage.updated', context: { used: 1, size: 2 } },
      { type: 'log', level: 'debug', message: 'line' },
      { type: 'notice', severity: 'warning', title: 'Careful', description: 'it is hot' },
      { type: 'access.blocked', kind: 'path', name: '/x', hint: 'Add it.', commandHint: 'Use a flag.' },
      { type: 'session.recovered', sessionId: 's', by: 'new', contextLost: true },
      { type: 'error', error: { message: 'bad', code: 429, retryable: true } },
      { type: 'finish', stopReason: 'error', error: { message: 'worse', code: 'AGENT_CRASH' } },
      { type: 'finish', stopReason: 'end-turn' },
      { type: 'status.changed', status: 'idle' },
      { type: 'session.started', sessionId: 's' },
      { type: 'raw', source: 'acp', payload: {} },
    ),
  ).toEqual([
    { type: 'file.changed', path: '/a', operation: 'update', diff: '+' },
    { type: 'command.started', command: 'ls', cwd: '/' },
    { type: 'command.completed', command: 'ls', exitCode: 0 },
    { type: 'command.failed', command: 'ls', error: 'no', exitCode: 1 },
    { type: 'terminal.output', text: 'out', stream: 'stdout' },
    { type: 'terminal.output', text: 'hi' },
    { type: 'terminal.screen', text: 'all', rows: 24, cols: 80 },
    { type: 'usage.updated', tokens: 7, costUsd: 0.1, metadata: { tokens: { total: 7 } } },
    {
      type: 'usage.updated',
      tokens: 5,
      metadata: { tokens: { input: 2, output: 3 }, cost: { amount: 9, currency: 'credits' } },
    },
    { type: 'usage.updated', metadata: { context: { used: 1, size: 2 } } },
    { type: 'log', level: 'debug', message: 'line' },
    { type: 'log', level: 'warn', message: 'Careful: it is hot' },
    { type: 'log', level: 'warn', message: 'The sandbox blocked /x: Add it.' },
    { type: 'log', level: 'warn', message: 'The agent’s session was recovered by new' },
    { type: 'error', error: 'bad', code: '429', retryable: true },
    { type: 'error', error: 'worse', code: 'AGENT_CRASH' },
  ])
})

describe('screens', () => {
  const base64 = (output: string): string => Buffer.from(output).toString('base64')

  it('are the last lines of a terminal when its command ends', () => {
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
    expect(
      read(
        { type: 'terminal.output', terminalId: 't1', text: `${lines.slice(0, 20).join('\n')}\n` },
        { type: 'terminal.output', terminalId: 't1', text: `${lines.slice(20).join('\r\n')}\n` },
        { type: 'terminal.updated', terminalId: 't1', exitStatus: { exitCode: 0 } },
      ).at(-1),
    ).toEqual({ type: 'terminal.screen', text: lines.slice(6).join('\n') })
  })

  it('have the size and the contents that the agent reports', () => {
    expect(
      read(
        { type: 'terminal.updated', terminalId: 't1', size: { rows: 2, cols: 40 } },
        { type: 'terminal.updated', terminalId: 't1', output: { bytes: base64('one\ntwo\n10%\r90%') } },
        { type: 'terminal.output', terminalId: 't1', bytes: base64('\n€').slice(0, 4) },
        { type: 'terminal.updated', terminalId: 't2', exitStatus: { exitCode: 0 } },
      ),
    ).toEqual([
      { type: 'terminal.screen', text: 'two\n90%', rows: 2, cols: 40 },
      { type: 'terminal.output', text: expect.any(String) as string },
    ])
  })
})
