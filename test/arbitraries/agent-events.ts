import * as fc from 'fast-check'
import type { AgentEvent } from '../../src/events/event.ts'

/** Few names, so that events meet each other. */
const name = (kind: string): fc.Arbitrary<string> => fc.constantFrom(`${kind}1`, `${kind}2`)
const subagentId = fc.option(name('subagent'), { nil: undefined, freq: 2 })
const text = fc.string({ maxLength: 12, unit: 'grapheme' })
const status = fc.constantFrom('pending', 'in-progress', 'completed', 'failed', 'cancelled', 'paused')

const block = fc.oneof(
  text.map((value) => ({ type: 'text' as const, text: value })),
  fc.constant({ type: 'image' as const, data: 'AA==', mimeType: 'image/png' }),
)
const toolContent = fc.oneof(
  block.map((content) => ({ type: 'content' as const, content })),
  fc.constant({
    type: 'diff' as const,
    changes: [{ operation: 'add' as const, path: '/w/a.txt', newText: 'a' }],
  }),
  fc.constant({ type: 'terminal' as const, terminalId: 'terminal1' }),
)
const input = fc.constantFrom<unknown>(undefined, null, {}, { path: 'a' }, 'text', [1])
const call = {
  toolCallId: name('call'),
  tool: fc.constantFrom(undefined, 'Read'),
  title: fc.constantFrom(undefined, 'Read a file'),
  status: fc.option(status, { nil: undefined }),
  content: fc.option(fc.array(toolContent, { maxLength: 2 }), { nil: undefined }),
  input,
  subagentId,
}

const state = fc.constantFrom(
  undefined,
  null,
  { status: 'active' as const },
  { status: 'idle' as const, stopReason: 'end-turn' },
  { status: 'failed' as const, error: { message: 'it broke', code: 'E' } },
  { status: 'released' as const },
)

function events(
  type: AgentEvent['type'],
  fields: Record<string, fc.Arbitrary<unknown>>,
): fc.Arbitrary<AgentEvent> {
  return fc.record(fields).map((record) => {
    const present = Object.entries(record).filter(([, value]) => value !== undefined)
    return { type, ...Object.fromEntries(present) } as AgentEvent
  })
}

const messageId = fc.option(name('message'), { nil: undefined })

/** One event of an agent, in any order. */
const agentEvent: fc.Arbitrary<AgentEvent> = fc.oneof(
  { arbitrary: events('text.delta', { text, messageId, subagentId }), weight: 4 },
  { arbitrary: events('thinking.delta', { text, messageId, subagentId }), weight: 3 },
  events('text.delta', { text, role: fc.constantFrom('user', 'system') }),
  events('content.delta', { content: block, messageId, subagentId, thinking: fc.boolean() }),
  events('message.updated', { messageId: name('message'), content: fc.array(block, { maxLength: 2 }) }),
  events('message.retracted', { text, thinking: fc.option(text, { nil: undefined }), messageId, subagentId }),
  { arbitrary: events('tool.called', call), weight: 3 },
  { arbitrary: events('tool.updated', call), weight: 3 },
  events('tool.input', { toolCallId: name('call'), text }),
  events('tool.output', { toolCallId: name('call'), content: toolContent, subagentId }),
  events('plan.updated', {
    plan: fc.constantFrom(
      { type: 'items', entries: [{ content: 'a', priority: 'low', status: 'pending' }] },
      { type: 'markdown', planId: 'plan1', content: '# a' },
    ),
  }),
  events('plan.removed', { planId: fc.constant('plan1') }),
  events('terminal.output', {
    terminalId: name('terminal'),
    text: fc.option(text, { nil: undefined }),
    bytes: fc.constantFrom(undefined, '8J8=', 'kIw='),
  }),
  events('terminal.updated', {
    terminalId: name('terminal'),
    command: fc.constantFrom(undefined, null, 'ls'),
    output: fc.constantFrom(undefined, null, { bytes: 'YQ==' }),
    exitStatus: fc.constantFrom(undefined, { exitCode: 0 }),
  }),
  events('subagent.updated', {
    subagentId: name('subagent'),
    title: fc.constantFrom(undefined, null, 'Scout'),
    description: fc.constantFrom(undefined, null, 'Looks'),
    state,
  }),
  events('mode.changed', { modeId: name('mode') }),
  events('session.updated', { title: fc.constantFrom(undefined, null, 'A title') }),
  events('commands.changed', { commands: fc.constant([{ type: 'command', name: 'help', description: '' }]) }),
  events('usage.updated', {
    context: fc.constant({ used: 1.5, size: 10 }),
    cost: fc.constantFrom(undefined, null),
  }),
  events('agent.changed', { agent: name('agent'), reason: fc.constantFrom('chosen', 'rate-limit') }),
  events('session.recovered', {
    sessionId: name('session'),
    by: fc.constant('new'),
    contextLost: fc.boolean(),
  }),
  events('access.blocked', {
    kind: fc.constantFrom('host', 'path'),
    name: text,
    toolCallId: fc.constantFrom(undefined, 'call-1'),
    hint: text,
    commandHint: text,
  }),
  events('notice', { severity: fc.constant('info'), title: text }),
  events('raw', { source: fc.constant('acp'), payload: fc.jsonValue() }),
  events('error', { error: fc.constant({ message: '' }) }),
  events('status.changed', { status: fc.constant('active') }),
)

/** The events of an agent in a turn. */
export const agentEvents: fc.Arbitrary<AgentEvent[]> = fc.array(agentEvent, { maxLength: 40 })
