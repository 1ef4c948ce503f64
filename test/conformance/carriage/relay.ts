import { shape, type Variant } from './shape.ts'

/** A member that becomes the event of the same name, field by field. */
const same = (type: string, ...fields: string[]): Variant => ({
  when: { type },
  set: { type },
  rows: Object.fromEntries(fields.map((field) => [field, field])),
})

/** A tool member. Relay has no id for the call, so the translator generates one. */
const tool = (type: string, ours: Variant['set'], rows: Variant['rows']): Variant => ({
  when: { type },
  set: ours,
  made: ['toolCallId'],
  rows: { run: 'run', tool: 'tool', ...rows },
})

const failed = (type: string, fields: string[], rows: Variant['rows'] = {}): Variant => ({
  when: { type },
  set: { type },
  rows: { ...same(type, ...fields).rows, error: 'error.message', ...rows },
})

const retryable = { retryable: 'error.retryable' }

const toolMembers: Variant[] = [
  tool('tool.called', { type: 'tool.called' }, { input: { to: 'input', verbatim: true } }),
  tool(
    'tool.completed',
    { type: 'tool.updated', status: 'completed' },
    { output: { to: 'output', verbatim: true }, durationMs: 'durationMs' },
  ),
  tool('tool.failed', { type: 'tool.updated', status: 'failed' }, { error: 'error.message', ...retryable }),
  tool(
    'tool.output',
    { type: 'tool.output', 'content.type': 'content', 'content.content.type': 'text' },
    { output: 'content.content.text' },
  ),
]

const transcriptChunk: Variant = {
  when: { type: 'transcript.chunk' },
  set: { type: 'text.delta' },
  rows: {
    'chunk.id': 'chunkId',
    'chunk.at': { to: 'at', time: 'milliseconds' },
    'chunk.role': 'role',
    'chunk.content': 'text',
    'chunk.sequence': 'sequence',
    'chunk.metadata': 'meta',
  },
}

const usageUpdated: Variant = {
  when: { type: 'usage.updated' },
  set: { type: 'usage.updated' },
  rows: {
    tokens: 'tokens.total',
    costUsd: { to: 'cost.amount', with: { 'cost.currency': 'USD' } },
    metadata: 'meta',
  },
}

const deliveryDeferred: Variant = {
  when: { type: 'delivery.deferred' },
  set: { type: 'delivery.deferred' },
  rows: {
    deliveryId: 'deliveryId',
    messageId: 'messageId',
    availableAt: { to: 'availableAt', time: 'text' },
    reason: 'reason',
  },
}

/** The members of Relay's union of session events. */
export const relay = {
  AgentSessionEvent: shape(
    'AgentSessionEvent',
    same('status.changed', 'status', 'previousStatus', 'reason'),
    ...toolMembers,
    same('message.received', 'messageId', 'deliveryId'),
    same('message.sent', 'messageId'),
    same('delivery.accepted', 'deliveryId', 'messageId'),
    same('delivery.delivered', 'deliveryId', 'messageId'),
    deliveryDeferred,
    same('delivery.failed', 'deliveryId', 'messageId', 'reason', 'retryable'),
    same('action.invoked', 'action', 'invocationId'),
    same('action.completed', 'action', 'invocationId', 'durationMs'),
    failed('action.failed', ['action', 'invocationId'], retryable),
    same('action.denied', 'action', 'invocationId', 'reason'),
    transcriptChunk,
    same('file.changed', 'path', 'operation', 'diff'),
    same('command.started', 'command', 'cwd'),
    same('command.completed', 'command', 'exitCode', 'durationMs'),
    failed('command.failed', ['command', 'exitCode']),
    same('terminal.output', 'stream', 'text'),
    same('terminal.screen', 'text', 'rows', 'cols'),
    usageUpdated,
    same('session.started', 'sessionId'),
    same('session.released', 'sessionId', 'reason'),
    same('session.resumed', 'sessionId'),
    same('session.forked', 'sessionId', 'parentSessionId'),
    same('log', 'level', 'message'),
    failed('error', [], { code: 'error.code', ...retryable }),
  ),
}

/** Types that Relay lists for subscribing only: each selects `status.changed` with that status. */
export const relayStatusSelectors = [
  'status.idle',
  'status.active',
  'status.blocked',
  'status.waiting',
  'status.offline',
] as const
