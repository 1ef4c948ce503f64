import { expect, test } from 'vitest'
import { Coverage } from './carriage/coverage.ts'
import { missingTargets } from './carriage/event-schema.ts'
import { Definitions } from './carriage/json-schema.ts'
import { eventCarriage, relayStatusSelectors } from './event-carriage.ts'

const versions = [
  { version: 'v1', tables: eventCarriage.acpV1 },
  { version: 'v2', tables: eventCarriage.acpV2 },
] as const

test.each(versions)('ACP $version: every kind and every field of the published schema has a row', (each) => {
  const definitions = new Definitions(each.version)
  const coverage = new Coverage(definitions)
  for (const [name, table] of Object.entries(each.tables)) coverage.follow(definitions.named(name), table)
  expect([...coverage.problems]).toEqual([])
  expect(coverage.stale()).toEqual([])
})

test.each(Object.entries(eventCarriage))('%s: every row names a field of our events', (_, tables) => {
  expect(Object.values(tables).flatMap((table) => missingTargets(table))).toEqual([])
})

/** The members of Relay's union with their documented fields. */
const relayMembers = {
  'status.changed': ['status', 'previousStatus', 'reason'],
  'tool.called': ['run', 'tool', 'input'],
  'tool.completed': ['run', 'tool', 'output', 'durationMs'],
  'tool.failed': ['run', 'tool', 'error', 'retryable'],
  'tool.output': ['run', 'tool', 'output'],
  'message.received': ['messageId', 'deliveryId'],
  'message.sent': ['messageId'],
  'delivery.accepted': ['deliveryId', 'messageId'],
  'delivery.delivered': ['deliveryId', 'messageId'],
  'delivery.deferred': ['deliveryId', 'messageId', 'availableAt', 'reason'],
  'delivery.failed': ['deliveryId', 'messageId', 'reason', 'retryable'],
  'action.invoked': ['action', 'invocationId'],
  'action.completed': ['action', 'invocationId', 'durationMs'],
  'action.failed': ['action', 'invocationId', 'error', 'retryable'],
  'action.denied': ['action', 'invocationId', 'reason'],
  'transcript.chunk': [
    'chunk.id',
    'chunk.at',
    'chunk.role',
    'chunk.content',
    'chunk.sequence',
    'chunk.metadata',
  ],
  'file.changed': ['path', 'operation', 'diff'],
  'command.started': ['command', 'cwd'],
  'command.completed': ['command', 'exitCode', 'durationMs'],
  'command.failed': ['command', 'error', 'exitCode'],
  'terminal.output': ['stream', 'text'],
  'terminal.screen': ['text', 'rows', 'cols'],
  'usage.updated': ['tokens', 'costUsd', 'metadata'],
  'session.started': ['sessionId'],
  'session.released': ['sessionId', 'reason'],
  'session.resumed': ['sessionId'],
  'session.forked': ['sessionId', 'parentSessionId'],
  log: ['level', 'message'],
  error: ['error', 'code', 'retryable'],
}

test('Relay: every member of its union and every field has a row', () => {
  const carried = eventCarriage.relay.AgentSessionEvent.variants.map(({ when, rows }) => [
    when?.type,
    Object.keys(rows).toSorted(),
  ])
  const members = Object.entries(relayMembers).map(([type, fields]) => [type, fields.toSorted()])
  expect(Object.fromEntries(carried)).toEqual(Object.fromEntries(members))
})

test('Relay: the types without a member of the union select a status', () => {
  expect(relayStatusSelectors).toEqual([
    'status.idle',
    'status.active',
    'status.blocked',
    'status.waiting',
    'status.offline',
  ])
})
