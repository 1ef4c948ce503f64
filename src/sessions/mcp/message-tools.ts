import type { SendResult } from '../participant.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { SessionsConnection } from '../wire/connect.ts'
import type { WireMethods } from '../wire/wire-methods.ts'
import type { Tool, ToolCall } from './tool.ts'

const text = { type: 'string', minLength: 1, description: 'The text of the message' }
const messageId = { type: 'string', minLength: 1, description: 'The id of a message, such as msg_…' }
const options = {
  mode: {
    enum: ['immediate', 'next-message', 'next-tool-call', 'on-idle', 'manual'],
    description:
      'When the recipient gets it: on-idle (default) waits until the recipient is idle, immediate interrupts it, next-tool-call delivers at its next tool call',
  },
  urgent: { type: 'boolean', description: 'Marks the message as urgent' },
  idempotency_key: {
    type: 'string',
    minLength: 1,
    description: 'Repeated calls with the same key send the message once',
  },
}

type Send = WireMethods['send']['params']

/** Tools for sending messages. */
export const messageTools: readonly Tool[] = [
  {
    name: 'send_dm',
    description: 'Sends a message to one agent or person. Returns the delivery state: pending, delivered, …',
    inputSchema: fields({
      to: { type: 'string', minLength: 1, description: 'A handle, such as @ada' },
      text,
    }),
    call: (call) => send(call, { to: handleOf(call.input['to']) }),
  },
  {
    name: 'send_group_dm',
    description: 'Sends one message to several agents or people; each sees the other recipients.',
    inputSchema: fields({
      to: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        minItems: 1,
        description: 'Handles, such as @ada',
      },
      text,
    }),
    call: (call) => send(call, { to: [call.input['to']].flat().map(handleOf) }),
  },
  {
    name: 'post_message',
    description: 'Posts a message to all members of a channel.',
    inputSchema: fields({
      channel: { type: 'string', minLength: 1, description: 'A channel, such as #builds' },
      text,
    }),
    call: (call) => send(call, { to: `#${String(call.input['channel']).replace(/^#/, '')}` }),
  },
  {
    name: 'reply_to_thread',
    description: 'Replies in the thread of a message, to everyone in the thread.',
    inputSchema: fields({ message_id: messageId, text }),
    call: async ({ connection, input, signal }) => {
      const params = { messageId: String(input['message_id']), ...contentOf(input) }
      const result = await connection.request('reply', params, signal)
      return { value: await sentSummary(result, connection) }
    },
  },
]

function fields(properties: Record<string, object>): Tool['inputSchema'] {
  return {
    type: 'object',
    properties: { ...properties, ...options },
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

function handleOf(typed: unknown): string {
  return `@${String(typed).replace(/^@/, '')}`
}

/** The validated input of every tool here. */
interface Content {
  text: string
  mode?: NonNullable<Send['mode']>
  urgent?: boolean
  idempotency_key?: string
}

function contentOf(input: ToolCall['input']): Omit<Send, 'to'> {
  const { text: body, mode, urgent, idempotency_key: idempotencyKey } = input as unknown as Content
  return {
    text: body,
    ...(mode === undefined ? {} : { mode }),
    ...(urgent ? { priority: 'urgent' as const } : {}),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  }
}

async function send(
  { connection, input, signal }: ToolCall,
  { to }: Pick<Send, 'to'>,
): Promise<{ value: unknown }> {
  const result = await connection.request('send', { to, ...contentOf(input) }, signal)
  return { value: await sentSummary(result, connection) }
}

/** A short result of a send. */
async function sentSummary(
  { message, deliveries, duplicate }: SendResult,
  connection: SessionsConnection,
): Promise<object> {
  const isQueued = deliveries.some(({ state }) => state === 'pending')
  const [participants, stories] = await Promise.all([
    connection.request('participants', {}),
    isQueued ? connection.request('receipts', { messageId: message.id }) : [],
  ])
  const waits = new Map(stories.map(({ delivery, waits: wait }) => [delivery.id, wait?.message]))
  const handles = new Map(participants.map(({ id, handle }) => [id, `@${handle}`]))
  return {
    message_id: message.id,
    deliveries: deliveries.map(({ id, recipient, state, mode }) => ({
      to: handles.get(recipient) ?? recipient,
      state,
      mode,
      ...(waits.get(id) === undefined ? {} : { waits: waits.get(id) }),
    })),
    ...(duplicate ? { duplicate } : {}),
  }
}

/** A short form of a message. */
export function messageSummary(message: SessionMessage): Record<string, unknown> {
  const { id, kind, from, channel, threadId, text: body, attachments, createdAt } = message
  return {
    message_id: id,
    from: `@${from.handle}`,
    kind,
    ...(channel === undefined ? {} : { channel: `#${channel.name}` }),
    ...(threadId === undefined ? {} : { thread_id: threadId }),
    at: createdAt,
    text: body,
    ...(attachments.length === 0 ? {} : { attachments: attachments.map(describeAttachment) }),
  }
}

/** Images are only named: the session received them with the message. */
function describeAttachment(attachment: SessionMessage['attachments'][number]): object {
  if (attachment.type === 'text') return attachment
  const { type, mimeType, alt, label } = attachment
  return {
    type,
    mimeType,
    ...(alt === undefined ? {} : { alt }),
    ...(label === undefined ? {} : { label }),
  }
}
