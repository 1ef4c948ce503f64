import { expect, test } from 'vitest'
import type { AgentEvent } from '../../events/event.ts'
import { StreamParts, type StreamPartsOptions } from './stream-parts.ts'

function partsOf(
  events: readonly AgentEvent[],
  options: Partial<StreamPartsOptions<string>> = {},
): unknown[] {
  const parts = new StreamParts({ fileData: (data) => data, includeRaw: false, holdText: false, ...options })
  return [...events.flatMap((event) => parts.of(event)), ...parts.end()]
}

test('starts a text block for every message, and a new one after another part', () => {
  expect(
    partsOf([
      { type: 'thinking.delta', text: 'hm', messageId: 'm' },
      { type: 'text.delta', text: 'a', messageId: 'm' },
      { type: 'text.delta', text: '', messageId: 'm' },
      { type: 'text.delta', text: 'b', messageId: 'm' },
      { type: 'text.delta', text: 'not mine', role: 'user' },
      { type: 'content.delta', content: { type: 'image', data: 'AQID', mimeType: 'image/png' } },
      { type: 'text.delta', text: 'c', messageId: 'm' },
      { type: 'text.delta', text: 'd' },
    ]),
  ).toEqual([
    { type: 'reasoning-start', id: 'm' },
    { type: 'reasoning-delta', id: 'm', delta: 'hm' },
    { type: 'reasoning-end', id: 'm' },
    { type: 'text-start', id: 'm-2' },
    { type: 'text-delta', id: 'm-2', delta: 'a' },
    { type: 'text-delta', id: 'm-2', delta: 'b' },
    { type: 'text-end', id: 'm-2' },
    { type: 'file', mediaType: 'image/png', data: 'AQID' },
    { type: 'text-start', id: 'm-3' },
    { type: 'text-delta', id: 'm-3', delta: 'c' },
    { type: 'text-end', id: 'm-3' },
    { type: 'text-start', id: 'text' },
    { type: 'text-delta', id: 'text', delta: 'd' },
    { type: 'text-end', id: 'text' },
  ])
})

test('adds only the new text of a complete message', () => {
  const whole = (text: string): AgentEvent => ({
    type: 'message.updated',
    messageId: 'm',
    content: [{ type: 'text', text }],
  })
  expect(
    partsOf([
      { type: 'text.delta', text: 'ab', messageId: 'm' },
      whole('abc'),
      whole('abc'),
      { ...whole('hm'), messageId: 't', thinking: true } as AgentEvent,
      { ...whole('mine'), messageId: 'u', role: 'user' } as AgentEvent,
    ]),
  ).toEqual([
    { type: 'text-start', id: 'm' },
    { type: 'text-delta', id: 'm', delta: 'ab' },
    { type: 'text-delta', id: 'm', delta: 'c' },
    { type: 'text-end', id: 'm' },
    { type: 'reasoning-start', id: 't' },
    { type: 'reasoning-delta', id: 't', delta: 'hm' },
    { type: 'reasoning-end', id: 't' },
  ])
})

test('emits a tool call once, when its input is known', () => {
  expect(
    partsOf([
      { type: 'tool.called', toolCallId: '1', title: 'Read', kind: 'read', status: 'pending', input: {} },
      { type: 'text.delta', text: 'a' },
      { type: 'tool.updated', toolCallId: '1', status: 'in-progress', input: { path: 'a.txt' } },
      {
        type: 'tool.output',
        toolCallId: '1',
        content: { type: 'content', content: { type: 'text', text: 'b' } },
      },
      { type: 'tool.updated', toolCallId: '1', status: 'completed', durationMs: 3, title: null },
      { type: 'tool.updated', toolCallId: '1', status: 'completed' },
    ]),
  ).toEqual([
    {
      type: 'tool-input-start',
      id: '1',
      toolName: 'read',
      providerExecuted: true,
      dynamic: true,
      title: 'Read',
    },
    { type: 'text-start', id: 'text' },
    { type: 'text-delta', id: 'text', delta: 'a' },
    { type: 'text-end', id: 'text' },
    { type: 'tool-input-delta', id: '1', delta: '{"path":"a.txt"}' },
    { type: 'tool-input-end', id: '1' },
    {
      type: 'tool-call',
      toolCallId: '1',
      toolName: 'read',
      input: '{"path":"a.txt"}',
      providerExecuted: true,
      dynamic: true,
    },
    {
      type: 'tool-result',
      toolCallId: '1',
      toolName: 'read',
      result: {
        kind: 'read',
        status: 'completed',
        content: [{ type: 'content', content: { type: 'text', text: 'b' } }],
        durationMs: 3,
      },
      dynamic: true,
    },
  ])
})

test('emits calls with streamed input, without input, failed and unfinished', () => {
  const types = partsOf([
    { type: 'tool.called', toolCallId: '1', tool: 'edit' },
    { type: 'tool.input', toolCallId: '1', text: '{"a"' },
    { type: 'tool.input', toolCallId: '1', text: ':1}' },
    { type: 'tool.updated', toolCallId: '1', status: 'failed', input: { a: 1 }, error: { message: 'no' } },
    { type: 'tool.updated', toolCallId: '2', status: 'completed' },
    { type: 'tool.called', toolCallId: '3', tool: 'run', status: 'in-progress' },
  ])
  expect(types).toEqual([
    { type: 'tool-input-start', id: '1', toolName: 'edit', providerExecuted: true, dynamic: true },
    { type: 'tool-input-delta', id: '1', delta: '{"a"' },
    { type: 'tool-input-delta', id: '1', delta: ':1}' },
    { type: 'tool-input-end', id: '1' },
    {
      type: 'tool-call',
      toolCallId: '1',
      toolName: 'edit',
      input: '{"a":1}',
      providerExecuted: true,
      dynamic: true,
    },
    {
      type: 'tool-result',
      toolCallId: '1',
      toolName: 'edit',
      result: { tool: 'edit', status: 'failed', error: { message: 'no' } },
      isError: true,
      dynamic: true,
    },
    { type: 'tool-input-start', id: '2', toolName: 'tool', providerExecuted: true, dynamic: true },
    { type: 'tool-input-delta', id: '2', delta: '{}' },
    { type: 'tool-input-end', id: '2' },
    {
      type: 'tool-call',
      toolCallId: '2',
      toolName: 'tool',
      input: '{}',
      providerExecuted: true,
      dynamic: true,
    },
    {
      type: 'tool-result',
      toolCallId: '2',
      toolName: 'tool',
      result: { status: 'completed' },
      dynamic: true,
    },
    { type: 'tool-input-start', id: '3', toolName: 'run', providerExecuted: true, dynamic: true },
    { type: 'tool-input-delta', id: '3', delta: '{}' },
    { type: 'tool-input-end', id: '3' },
    {
      type: 'tool-call',
      toolCallId: '3',
      toolName: 'run',
      input: '{}',
      providerExecuted: true,
      dynamic: true,
    },
    {
      type: 'tool-result',
      toolCallId: '3',
      toolName: 'run',
      result: {
        tool: 'run',
        status: 'in-progress',
        error: { message: 'The turn ended before this call did' },
      },
      isError: true,
      dynamic: true,
    },
  ])
})

test('includes terminal output in the result of a call', () => {
  const shows = (toolCallId: string, terminalId: string): AgentEvent => ({
    type: 'tool.called',
    toolCallId,
    tool: 'run',
    input: { command: 'make' },
    content: [{ type: 'terminal', terminalId }],
  })
  const base64 = (bytes: readonly number[]): string => Buffer.from(bytes).toString('base64')
  const results = partsOf([
    shows('1', 'a'),
    shows('2', 'b'),
    shows('3', 'never-reported'),
    { type: 'terminal.output', terminalId: 'a', text: 'one ' },
    // One character split over two events.
    { type: 'terminal.output', terminalId: 'a', bytes: base64([0xc3]) },
    { type: 'terminal.output', terminalId: 'a', bytes: base64([0xa9]) },
    { type: 'terminal.output', text: 'of the session itself' },
    { type: 'terminal.output', terminalId: 'b', text: 'before' },
    { type: 'terminal.updated', terminalId: 'b', output: { bytes: base64([0x6f, 0x6b]) } },
    { type: 'terminal.updated', terminalId: 'b', exitStatus: { exitCode: 2 } },
    { type: 'tool.updated', toolCallId: '1', status: 'completed' },
    { type: 'tool.updated', toolCallId: '2', status: 'failed' },
    { type: 'tool.updated', toolCallId: '3', status: 'completed' },
  ]).filter((part) => (part as { type: string }).type === 'tool-result')
  const result = { type: 'tool-result', toolName: 'run', dynamic: true }
  expect(results).toEqual([
    {
      ...result,
      toolCallId: '1',
      result: {
        tool: 'run',
        status: 'completed',
        content: [{ type: 'terminal', terminalId: 'a', output: 'one é' }],
      },
    },
    {
      ...result,
      toolCallId: '2',
      result: {
        tool: 'run',
        status: 'failed',
        content: [{ type: 'terminal', terminalId: 'b', output: 'ok', exitStatus: { exitCode: 2 } }],
      },
      isError: true,
    },
    {
      ...result,
      toolCallId: '3',
      result: {
        tool: 'run',
        status: 'completed',
        content: [{ type: 'terminal', terminalId: 'never-reported' }],
      },
    },
  ])
})

test('emits raw events and withholds text if requested', () => {
  const textDelta: AgentEvent = { type: 'text.delta', text: '{"a":1}' }
  const odd: AgentEvent = { type: 'raw', source: 'acp', payload: { odd: true } }
  expect(partsOf([textDelta, odd], { includeRaw: true, holdText: true })).toEqual([
    { type: 'raw', rawValue: { type: 'text.delta', text: '{"a":1}' } },
    { type: 'raw', rawValue: { type: 'raw', source: 'acp', payload: { odd: true } } },
  ])
})
