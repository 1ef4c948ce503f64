import { CapstanError } from '../../core/capstan-error.ts'
import type { InboxItem } from '../participant.ts'
import type { RelayScope } from './scope.ts'
import type { RelayDeliveryResult, RelayInboxItem, RelayMessageData } from './types.ts'

interface Reference {
  inboxItemId: string
}

export interface RelayInbox {
  get(options?: { limit?: number }): Promise<RelayInboxSummary>
  list(input?: { limit?: number; after?: string }): Promise<{ items: RelayInboxItem[]; nextCursor?: string }>
  /** The unread messages, then those that arrive, until the signal aborts. */
  subscribe(input?: { signal?: AbortSignal }): AsyncIterable<RelayInboxItem>
  ack(input: Reference & { state?: 'delivered' | 'read' }): Promise<RelayDeliveryResult>
  fail(input: Reference & { error: string }): Promise<RelayDeliveryResult>
  defer(input: Reference & { availableAt: string }): Promise<RelayDeliveryResult>
  markRead(input: Reference): Promise<RelayDeliveryResult>
}

export interface RelayInboxSummary {
  unreadChannels: { channelName: string; unreadCount: number }[]
  mentions: RelayMessageData[]
  unreadDms: {
    conversationId: string
    from: string
    unreadCount: number
    lastMessage?: { id: string; text: string; createdAt: string }
  }[]
  recentReactions: { messageId: string; channelName: string; emoji: string; agentName: string }[]
}

export interface RelayDeliveries {
  ack(messageId: string): Promise<RelayDeliveryResult>
  fail(messageId: string, reason?: string): Promise<RelayDeliveryResult>
  defer(messageId: string): Promise<RelayDeliveryResult>
}

const pageSize = 100

export function relayInbox(scope: RelayScope): RelayInbox {
  const { self } = scope
  const itemOf = (item: InboxItem): RelayInboxItem => itemFor(scope, item)
  const find = (inboxItemId: string): InboxItem => {
    const found = self.inbox().find(({ delivery }) => delivery.id === inboxItemId)
    if (found !== undefined) return found
    throw new CapstanError('UNKNOWN_DELIVERY', `Unknown inbox item ${inboxItemId}`)
  }
  const settle = async (item: InboxItem, state: 'delivered' | 'read'): Promise<RelayDeliveryResult> => {
    const { id: messageId } = item.message
    if (state === 'read') await scope.sessions.durably(() => self.markRead([messageId]))
    return { supported: true, action: 'ack', deliveryId: item.delivery.id, messageId, state }
  }
  return {
    get: async ({ limit = 20 } = {}) => summaryOf(scope, limit),
    list: async ({ limit = pageSize, after } = {}) => {
      const items = self.inbox({ limit, ...(after === undefined ? {} : { afterSequence: Number(after) }) })
      const last = items.at(-1)?.delivery.sequence
      return {
        items: items.map(itemOf),
        ...(last === undefined || items.length < limit ? {} : { nextCursor: String(last) }),
      }
    },
    subscribe: ({ signal } = {}) => follow(scope, signal),
    ack: async ({ inboxItemId, state = 'delivered' }) => settle(find(inboxItemId), state),
    fail: async ({ inboxItemId }) => refusal('fail', find(inboxItemId).message.id),
    defer: async ({ inboxItemId }) => refusal('defer', find(inboxItemId).message.id),
    markRead: async ({ inboxItemId }) => settle(find(inboxItemId), 'read'),
  }
}

export function relayDeliveries(scope: RelayScope, inbox: RelayInbox): RelayDeliveries {
  const itemOf = (messageId: string): string => {
    const found = scope.self.inbox().find(({ message }) => message.id === messageId)
    if (found !== undefined) return found.delivery.id
    throw new CapstanError('UNKNOWN_MESSAGE', `Unknown message ${JSON.stringify(messageId)} in the inbox`)
  }
  return {
    ack: async (messageId) => inbox.ack({ inboxItemId: itemOf(messageId) }),
    fail: async (messageId) => refusal('fail', messageId),
    defer: async (messageId) => refusal('defer', messageId),
  }
}

/** Messages to a person are delivered when they are stored: nothing is left to fail or to defer. */
function refusal(action: 'fail' | 'defer', messageId: string): RelayDeliveryResult {
  return { supported: false, action, messageId, reason: 'The message is already in the inbox' }
}

function itemFor(scope: RelayScope, { message, delivery }: InboxItem): RelayInboxItem {
  const { id, attempts, availableAt, readAt, state } = delivery
  return {
    id,
    recipient: {
      name: scope.self.identity.handle,
      id: scope.id,
      type: scope.self.kind === 'person' ? 'human' : 'agent',
    },
    state: readAt !== undefined ? 'read' : state === 'delivered' ? 'delivered' : 'queued',
    attempts,
    availableAt: new Date(availableAt).toISOString(),
    message: scope.message(message),
  }
}

async function* follow(scope: RelayScope, signal: AbortSignal | undefined): AsyncGenerator<RelayInboxItem> {
  const { sessions, self, id } = scope
  let wake = Promise.withResolvers<void>()
  const stop = (): void => wake.resolve()
  const end = sessions.events.on({ type: '*', where: ({ session }) => session === id }, () => wake.resolve())
  signal?.addEventListener('abort', stop)
  let afterSequence = 0
  try {
    for (;;) {
      if (signal?.aborted === true) return
      wake = Promise.withResolvers<void>()
      const items = self.inbox({ unread: true, delivered: true, afterSequence, limit: pageSize })
      for (const item of items) {
        afterSequence = item.delivery.sequence
        yield itemFor(scope, item)
      }
      if (items.length < pageSize) await wake.promise
    }
  } finally {
    end()
    signal?.removeEventListener('abort', stop)
  }
}

function summaryOf(scope: RelayScope, limit: number): RelayInboxSummary {
  const { self, sessions, id } = scope
  const unread = self.inbox({ unread: true })
  const channels = Map.groupBy(
    unread.filter(({ message }) => message.channel !== undefined),
    ({ message }) => message.channel?.name ?? '',
  )
  const direct = Map.groupBy(
    unread.filter(({ message }) => message.channel === undefined),
    ({ message }) => message.conversationId,
  )
  const mentions = unread.filter(({ message }) => message.mentions.includes(id))
  const own = sessions.deliveries.list({ sender: id, order: 'newest', limit: pageSize })
  const messages = [...new Set(own.map(({ messageId }) => messageId))].map((messageId) =>
    sessions.messages.get(id, messageId),
  )
  return {
    unreadChannels: Array.from(channels, ([channelName, items]) => ({
      channelName,
      unreadCount: items.length,
    })),
    mentions: mentions.slice(-limit).map(({ message }) => scope.message(message)),
    unreadDms: Array.from(direct, ([conversationId, items]) => {
      const last = items.at(-1)?.message
      return {
        conversationId,
        from: last?.from.handle ?? '',
        unreadCount: items.length,
        ...(last === undefined
          ? {}
          : { lastMessage: { id: last.id, text: last.text, createdAt: last.createdAt } }),
      }
    }),
    recentReactions: messages
      .flatMap((message) =>
        scope.reactions(message.id).flatMap(({ emoji, agents }) =>
          agents.map((agentName) => ({
            messageId: message.id,
            channelName: message.channel?.name ?? '',
            emoji,
            agentName,
          })),
        ),
      )
      .slice(0, limit),
  }
}
