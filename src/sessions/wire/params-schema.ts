import type { JsonSchema } from '../../core/json-schema/json-schema.ts'
import type { WireMethods, WireStreams } from './wire-methods.ts'

const text = { type: 'string', minLength: 1, maxLength: 1000 }
const anyText = { type: 'string' }
const count = { type: 'integer', minimum: 0 }
const texts = { type: 'array', items: text, maxItems: 10_000 }
const modes = { enum: ['immediate', 'next-message', 'next-tool-call', 'on-idle', 'manual'] }
const states = { enum: ['pending', 'surfacing', 'accepted', 'in-doubt', 'delivered', 'dead'] }

function fields(properties: Record<string, JsonSchema>, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

const attachment = {
  oneOf: [
    fields({ type: { const: 'text' }, text: anyText, label: anyText }, ['type', 'text']),
    fields({ type: { const: 'image' }, mimeType: text, data: anyText, alt: anyText, label: anyText }, [
      'type',
      'mimeType',
      'data',
    ]),
  ],
}

/** A message without its recipients. */
const content = {
  text: anyText,
  attachments: { type: 'array', items: attachment, maxItems: 100 },
  mode: modes,
  priority: { enum: ['normal', 'urgent'] },
  deadline: text,
  idempotencyKey: text,
  wantsAnswer: { type: 'boolean' },
  mentions: texts,
  metadata: { type: 'object' },
}

const as = { as: text }
const session = { session: text }
const query = { session: text, types: texts, after: count }

/** The parameter schema of each method. */
export const paramsSchemas: Record<keyof WireMethods | keyof WireStreams, JsonSchema> = {
  whoami: fields(as),
  participants: fields({}),
  send: fields({ to: { oneOf: [text, texts] }, ...content, ...as }, ['to', 'text']),
  reply: fields({ messageId: text, ...content, ...as }, ['messageId', 'text']),
  inbox: fields({
    unread: { type: 'boolean' },
    delivered: { type: 'boolean' },
    afterSequence: count,
    limit: count,
    ...as,
  }),
  markRead: fields({ messageIds: texts, ...as }),
  thread: fields({ messageId: text, ...as }, ['messageId']),
  receipts: fields({ messageId: text, ...as }, ['messageId']),
  actions: fields(as),
  invoke: fields({ action: text, input: {}, idempotencyKey: text, ...as }, ['action']),
  'actions.watch': fields({}),
  // Validated by the opener.
  'session.open': { type: 'object' },
  'session.list': fields({}),
  'session.show': fields(session, ['session']),
  'session.pause': fields({ ...session, reason: anyText }, ['session']),
  'session.resume': fields({ ...session, env: { type: 'object', additionalProperties: anyText } }, [
    'session',
  ]),
  'session.release': fields({ ...session, reason: anyText }, ['session']),
  'session.fork': fields({ ...session, name: text, handle: text }, ['session']),
  'session.snapshot': fields(session, ['session']),
  'session.ask': fields({ ...session, text: { type: 'string', minLength: 1 } }, ['session', 'text']),
  'session.flush': fields(session, ['session']),
  'deliveries.list': fields({
    recipient: text,
    sender: text,
    messageId: text,
    states: { type: 'array', items: states },
    modes: { type: 'array', items: modes },
    unread: { type: 'boolean' },
    afterSequence: count,
    limit: count,
    order: { enum: ['oldest', 'newest'] },
  }),
  'deliveries.redeliver': fields({ id: text, deadline: text }, ['id']),
  'deliveries.settle': fields({ id: text, as: { enum: ['delivered', 'dead'] } }, ['id', 'as']),
  'channels.list': fields({}),
  'channels.create': fields({ name: text, topic: anyText, members: texts }, ['name']),
  'channels.join': fields({ name: text, ...session }, ['name', 'session']),
  'channels.leave': fields({ name: text, ...session }, ['name', 'session']),
  'actions.add': fields({ path: { type: 'string', minLength: 1 } }, ['path']),
  'tokens.issue': { oneOf: [fields({ participant: text }, ['participant']), fields(session, ['session'])] },
  'session.host': fields({ name: text, handle: text, capabilities: { type: 'object' } }, [
    'name',
    'handle',
    'capabilities',
  ]),
  'host.receipt': fields({ deliveryId: text, receipt: { type: 'object' } }, ['deliveryId', 'receipt']),
  'host.emit': fields({ event: { type: 'object' } }, ['event']),
  'host.beat': fields({}),
  'tokens.revoke': fields({ participant: { type: 'string', minLength: 1 } }, ['participant']),
  'host.stop': fields({}),
  'events.read': fields({ ...query, limit: count }),
  'events.watch': fields(query),
}
