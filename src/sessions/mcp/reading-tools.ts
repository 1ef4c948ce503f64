import { messageSummary } from './message-tools.ts'
import type { Tool } from './tool.ts'

/** Tools for reading messages and listing participants. */
export const readingTools: readonly Tool[] = [
  {
    name: 'check_inbox',
    description:
      'Lists the messages delivered to you, oldest first, without marking them as read. Messages that wait for their moment come later.',
    readOnly: true,
    inputSchema: {
      type: 'object',
      properties: {
        unread_only: { type: 'boolean', description: 'Default: true' },
        limit: { type: 'integer', minimum: 1, maximum: 200, description: 'Default: 20' },
      },
      additionalProperties: false,
    },
    call: async ({ connection, input, signal }) => {
      const { unread_only: unread = true, limit = 20 } = input
      const items = await connection.request(
        'inbox',
        { unread: unread === true, delivered: true, limit: Number(limit) },
        signal,
      )
      return {
        value: items.map(({ message, delivery }) => ({
          ...messageSummary(message),
          reason: delivery.reason,
          read: delivery.readAt !== undefined,
        })),
      }
    },
  },
  {
    name: 'mark_message_read',
    description: 'Marks messages in your inbox as read: the given ones, or all.',
    inputSchema: {
      type: 'object',
      properties: { message_ids: { type: 'array', items: { type: 'string', minLength: 1 } } },
      additionalProperties: false,
    },
    call: async ({ connection, input, signal }) => {
      const { message_ids: ids } = input
      const params = Array.isArray(ids) ? { messageIds: ids.map(String) } : {}
      return { value: { marked: (await connection.request('markRead', params, signal)).count } }
    },
  },
  {
    name: 'get_message_thread',
    description: 'Returns the first message of a thread and its replies.',
    readOnly: true,
    inputSchema: {
      type: 'object',
      properties: { message_id: { type: 'string', minLength: 1 } },
      required: ['message_id'],
      additionalProperties: false,
    },
    call: async ({ connection, input, signal }) => {
      const thread = await connection.request('thread', { messageId: String(input['message_id']) }, signal)
      return { value: thread.map(messageSummary) }
    },
  },
  {
    name: 'list_agents',
    description: 'Lists the agents and people you can message, with their status.',
    readOnly: true,
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    call: async ({ connection, signal }) => {
      const [self, all] = await Promise.all([
        connection.request('whoami', {}, signal),
        connection.request('participants', {}, signal),
      ])
      return {
        value: all
          .filter(({ status }) => status !== 'released')
          .map(({ id, handle, name, kind, description, status, modes }) => ({
            handle: `@${handle}`,
            name,
            kind,
            ...(description === undefined ? {} : { description }),
            ...(status === undefined ? {} : { status }),
            ...(modes === undefined ? {} : { modes }),
            ...(id === self.identity.id ? { you: true } : {}),
          })),
      }
    },
  },
]
