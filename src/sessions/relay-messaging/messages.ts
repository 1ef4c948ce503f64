import { CapstanError } from '../../core/capstan-error.ts'
import type { ReplyOptions } from '../participant.ts'
import { attachmentsOf, type RelayScope } from './scope.ts'
import type {
  RelayContent,
  RelayEvent,
  RelayMessageData,
  RelayRange,
  RelayReaction,
  RelayReadReceipt,
  RelaySearchResult,
} from './types.ts'

export interface RelayMessages {
  send(input: RelayContent & { channel: string }): Promise<RelayMessageData>
  list(channel: string, options?: RelayRange): Promise<RelayMessageData[]>
  get(id: string): Promise<RelayMessageData>
  reply(input: RelayContent & { messageId: string }): Promise<RelayMessageData>
  direct(input: RelayContent & { to: string }): Promise<RelayMessageData>
  groupDirect(
    input: RelayContent & { conversationId?: string; participants?: readonly string[]; name?: string },
  ): Promise<RelayMessageData>
  createGroupDirect(input: {
    participants: readonly string[]
    name?: string
  }): Promise<{ id: string; name?: string; participants: string[] }>
  listDirect(input: RelayRange & { conversationId: string }): Promise<RelayMessageData[]>
  markRead(messageId: string): Promise<RelayReadReceipt>
  readers(messageId: string): Promise<RelayReadReceipt[]>
  /** The last message of the channel that each member has read. */
  readStatus(channel: string): Promise<{ agentName: string; lastReadId?: string; lastReadAt?: string }[]>
  reactions(messageId: string): Promise<RelayReaction[]>
  react(messageId: string, emoji: string): Promise<RelayReaction>
  unreact(messageId: string, emoji: string): Promise<void>
  search(
    query: string,
    options?: RelayRange & { channel?: string; from?: string },
  ): Promise<RelaySearchResult[]>
}

export interface RelayThreads {
  get(
    messageId: string,
    options?: RelayRange,
  ): Promise<{ parent: RelayMessageData; replies: RelayMessageData[] }>
  reply(input: RelayContent & { messageId: string }): Promise<RelayMessageData>
}

export function relayMessages(scope: RelayScope, emit: (event: RelayEvent) => void): RelayMessages {
  const { sessions, self, id } = scope
  const { messages: archive } = sessions
  const sendTo = async (to: string | string[], content: RelayContent): Promise<RelayMessageData> =>
    scope.message((await sessions.durably(() => self.send({ to, ...contentOf(content) }))).message)
  const idsOf = (participants: readonly string[]): string[] =>
    participants.map((name) => scope.record(name).identity.id).filter((each) => each !== id)
  const receiptOf = (messageId: string, reader: string, readAt: number): RelayReadReceipt => ({
    messageId,
    agentId: reader,
    agentName: scope.handleOf(reader),
    readAt: new Date(readAt).toISOString(),
  })
  const readers = (messageId: string): RelayReadReceipt[] =>
    archive.readers(id, messageId).map(({ participant, readAt }) => receiptOf(messageId, participant, readAt))
  return {
    send: ({ channel, ...content }) => sendTo(`#${channel.replace(/^#/, '')}`, content),
    list: async (channel, range) =>
      archive.list(id, channelId(channel), range).map((each) => scope.message(each)),
    get: async (messageId) => scope.message(archive.get(id, messageId)),
    reply: (input) => reply(scope, input),
    direct: async ({ to, ...content }) => sendTo(scope.record(to).identity.id, content),
    groupDirect: async ({ conversationId, participants = [], ...content }) =>
      sendTo(conversationId === undefined ? idsOf(participants) : othersIn(conversationId, id), content),
    createGroupDirect: async ({ participants, name }) => {
      const ids = [id, ...idsOf(participants)]
      return {
        id: `${ids.length > 2 ? 'group' : 'dm'}:${ids.toSorted().join(',')}`,
        ...(name === undefined ? {} : { name }),
        participants: ids.map((each) => scope.handleOf(each)),
      }
    },
    listDirect: async ({ conversationId, ...range }) =>
      archive.list(id, conversationId, range).map((each) => scope.message(each)),
    markRead: async (messageId) => {
      await sessions.durably(() => self.markRead([messageId]))
      const receipt = readers(messageId).find(({ agentId }) => agentId === id)
      const read = receipt ?? receiptOf(messageId, id, Date.now())
      emit({ type: 'messageRead', messageId, agentName: read.agentName, readAt: read.readAt })
      return read
    },
    readers: async (messageId) => readers(messageId),
    readStatus: async (channel) => {
      const all = archive
        .list(id, channelId(channel), { limit: 200 })
        .flatMap((message) => readers(message.id))
      const names = (await membersOf(scope, channel)).map((member) => scope.handleOf(member))
      return names.map((agentName) => {
        const last = all.findLast((each) => each.agentName === agentName)
        return {
          agentName,
          ...(last === undefined ? {} : { lastReadId: last.messageId, lastReadAt: last.readAt }),
        }
      })
    },
    reactions: async (messageId) => scope.reactions(messageId),
    react: async (messageId, emoji) => {
      await sessions.durably(() => archive.react(id, messageId, emoji))
      return (
        scope.reactions(messageId).find((each) => each.emoji === emoji) ?? { emoji, count: 0, agents: [] }
      )
    },
    unreact: async (messageId, emoji) => sessions.durably(() => archive.unreact(id, messageId, emoji)),
    search: async (query, options) =>
      (await archive.search(id, query, options)).map(({ message, relevance }) => ({
        id: message.id,
        channelName: message.channel?.name ?? '',
        agentName: message.from.handle,
        text: message.text,
        createdAt: message.createdAt,
        relevanceScore: relevance,
      })),
  }
}

export function relayThreads(scope: RelayScope): RelayThreads {
  return {
    get: async (messageId, { limit = Infinity, before, after } = {}) => {
      const [parent, ...replies] = scope.self.thread(messageId)
      if (parent === undefined) throw new CapstanError('UNKNOWN_MESSAGE', `Unknown message ${messageId}`)
      const range = replies.filter(
        ({ id }) => (before === undefined || id < before) && (after === undefined || id > after),
      )
      const shown = after === undefined && limit !== Infinity ? range.slice(-limit) : range.slice(0, limit)
      return { parent: scope.message(parent), replies: shown.map((each) => scope.message(each)) }
    },
    reply: (input) => reply(scope, input),
  }
}

async function reply(
  scope: RelayScope,
  { messageId, ...content }: RelayContent & { messageId: string },
): Promise<RelayMessageData> {
  const { sessions, self } = scope
  const sent = await sessions.durably(() => self.reply(messageId, contentOf(content)))
  return scope.message(sent.message)
}

function contentOf({ text, blocks, attachments, mode, idempotencyKey }: RelayContent): ReplyOptions {
  return {
    text,
    ...attachmentsOf(attachments),
    ...(mode === 'steer' ? { mode: 'immediate' } : {}),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(blocks === undefined ? {} : { metadata: { blocks } }),
  }
}

/** The ids in the name of a direct conversation, without the caller's. */
function othersIn(conversationId: string, self: string): string[] {
  const [kind, ids = ''] = conversationId.split(/:(.*)/s)
  if (kind === 'group' || kind === 'dm') return ids.split(',').filter((id) => id !== self)
  throw new CapstanError('UNKNOWN_RECIPIENT', `${conversationId} is not a direct conversation`)
}

function channelId(channel: string): string {
  return `channel:${channel.replace(/^#/, '').toLowerCase()}`
}

async function membersOf({ sessions }: RelayScope, channel: string): Promise<readonly string[]> {
  const bare = channel.replace(/^#/, '').toLowerCase()
  return sessions.channels.list().find(({ name }) => name === bare)?.members ?? []
}
