import * as fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Fields } from './carrier.ts'

const text = fc.string()
const flag = fc.boolean()
const count = fc.nat()
const amount = fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 })
const json = fc.jsonValue({ maxDepth: 2 }).map((value): unknown => JSON.parse(JSON.stringify(value)))
const key = fc.string().filter((name) => name !== '__proto__')
const record = fc.dictionary(key, json, { maxKeys: 2, noNullPrototype: true })
const moment = fc.date({ noInvalidDate: true })
const status = fc.constantFrom(
  'starting',
  'active',
  'idle',
  'waiting',
  'blocked',
  'paused',
  'releasing',
  'released',
  'offline',
  'failed',
)

const chunk = fc.record(
  {
    id: text,
    at: moment,
    role: fc.constantFrom('agent', 'user', 'system', 'tool'),
    content: text,
    sequence: count,
    metadata: record,
  },
  { requiredKeys: ['id', 'at', 'role', 'content', 'sequence'], noNullPrototype: true },
)

/** Each member of Relay's union: its required fields, then its optional ones. */
const members: Record<string, [Record<string, Arbitrary<unknown>>, Record<string, Arbitrary<unknown>>]> = {
  'status.changed': [{ status }, { previousStatus: status, reason: text }],
  'tool.called': [{ tool: text }, { run: text, input: json }],
  'tool.completed': [{ tool: text }, { run: text, output: json, durationMs: amount }],
  'tool.failed': [
    { tool: text, error: text },
    { run: text, retryable: flag },
  ],
  'tool.output': [{ tool: text, output: text }, { run: text }],
  'message.received': [{ messageId: text }, { deliveryId: text }],
  'message.sent': [{ messageId: text }, {}],
  'delivery.accepted': [{ deliveryId: text, messageId: text }, {}],
  'delivery.delivered': [{ deliveryId: text, messageId: text }, {}],
  'delivery.deferred': [
    { deliveryId: text, messageId: text, availableAt: moment.map((date) => date.toISOString()) },
    { reason: text },
  ],
  'delivery.failed': [{ deliveryId: text, messageId: text, reason: text }, { retryable: flag }],
  'action.invoked': [{ action: text, invocationId: text }, {}],
  'action.completed': [{ action: text, invocationId: text }, { durationMs: amount }],
  'action.failed': [{ action: text, invocationId: text, error: text }, { retryable: flag }],
  'action.denied': [{ action: text, invocationId: text, reason: text }, {}],
  'transcript.chunk': [{ chunk }, {}],
  'file.changed': [{ path: text, operation: fc.constantFrom('create', 'update', 'delete') }, { diff: text }],
  'command.started': [{ command: text }, { cwd: text }],
  'command.completed': [{ command: text }, { exitCode: count, durationMs: amount }],
  'command.failed': [{ command: text, error: text }, { exitCode: count }],
  'terminal.output': [{ text }, { stream: fc.constantFrom('stdout', 'stderr', 'combined') }],
  'terminal.screen': [{ text }, { rows: count, cols: count }],
  'usage.updated': [{}, { tokens: count, costUsd: amount, metadata: record }],
  'session.started': [{ sessionId: text }, {}],
  'session.released': [{ sessionId: text }, { reason: text }],
  'session.resumed': [{ sessionId: text }, {}],
  'session.forked': [{ sessionId: text, parentSessionId: text }, {}],
  log: [{ level: fc.constantFrom('debug', 'info', 'warn', 'error'), message: text }, {}],
  error: [{ error: text }, { code: text, retryable: flag }],
}

export const relayTypes = Object.keys(members)

/** Any event of one member; with `whole`, it has all optional fields. */
export function anyRelayEvent(type: string, { whole = false } = {}): Arbitrary<Fields> {
  const [required = {}, optional = {}] = members[type] ?? []
  const fields: Record<string, Arbitrary<unknown>> = { type: fc.constant(type), ...required, ...optional }
  const requiredKeys = whole ? Object.keys(fields) : ['type', ...Object.keys(required)]
  return fc.record(fields, { requiredKeys, noNullPrototype: true })
}
