import type { SessionsContext } from '../context.ts'
import type { Directory } from '../directory.ts'
import type { AgentIdentity } from '../identity.ts'
import type { FoundMessage, MessageArchive, MessageQuery } from './message-archive.ts'
import type { SessionMessage } from './message.ts'
import type { Messaging } from './messaging.ts'
import { changeReaction, reactionIn, reactionsTo } from './reactions.ts'

const defaultLimit = 50
/** Messages per page of a search. */
const pageSize = 500

interface ArchiveOptions {
  context: SessionsContext
  directory: Directory
  messaging: Messaging
}

export function createArchive({ context, directory, messaging }: ArchiveOptions): MessageArchive {
  const { store } = context
  const identityOf = (reference: string): AgentIdentity => {
    const id = directory.idOf(reference)
    return directory.record(id)?.identity ?? { id, name: id, handle: id }
  }
  const get: MessageArchive['get'] = (participant, messageId) =>
    messaging.visible(directory.idOf(participant), messageId)
  const change = (
    participant: string,
    messageId: string,
    rest: { emoji: string; isAdded: boolean },
  ): void => {
    const identity = identityOf(participant)
    changeReaction(context, { identity, message: get(participant, messageId), ...rest })
  }
  return {
    get,
    find: (participant, messageId) => {
      const id = directory.idOf(participant)
      const message = store.message(messageId)
      const subject =
        message === undefined ? undefined : store.message(reactionIn(message)?.messageId ?? messageId)
      return subject !== undefined && messaging.isVisible(id, subject) ? message : undefined
    },
    list: (participant, conversationId, query = {}) => {
      const id = directory.idOf(participant)
      const all = store.messages({ conversationId }).filter((message) => messaging.isVisible(id, message))
      return inRange(all, query)
    },
    search: async (participant, words, query = {}) => {
      const isMatch = searchFor(words, query)
      const id = directory.idOf(participant)
      const found: FoundMessage[] = []
      let page = store.messages({ limit: pageSize })
      while (page.length > 0) {
        for (const message of page) {
          const relevance = isMatch(message)
          if (relevance > 0 && messaging.isVisible(id, message)) found.push({ message, relevance })
        }
        // Other work runs between two pages.
        await new Promise((resolve) => setImmediate(resolve))
        page = store.messages({ limit: pageSize, after: page.at(-1)?.id ?? '' })
      }
      const ids = new Set(
        inRange(
          found.map(({ message }) => message),
          { ...query, limit: Infinity },
        ).map(idOf),
      )
      return found
        .filter(({ message }) => ids.has(message.id))
        .toReversed()
        .toSorted((left, right) => right.relevance - left.relevance)
        .slice(0, query.limit ?? defaultLimit)
    },
    readers: (participant, messageId) => {
      get(participant, messageId)
      return store
        .deliveries({ messageId })
        .flatMap(({ recipient, readAt }) =>
          readAt === undefined ? [] : [{ participant: recipient, readAt }],
        )
    },
    react: (participant, messageId, emoji) => {
      change(participant, messageId, { emoji, isAdded: true })
      return reactionsTo(context, messageId).find((each) => each.emoji === emoji) ?? { emoji, by: [] }
    },
    unreact: (participant, messageId, emoji) => change(participant, messageId, { emoji, isAdded: false }),
    reactions: (participant, messageId) => reactionsTo(context, get(participant, messageId).id),
  }
}

/** How well a message matches: the part of the words that it contains. */
function searchFor(
  words: string,
  { channel, from }: { channel?: string; from?: string },
): (message: SessionMessage) => number {
  const terms = words
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '')
  const channelName = channel?.replace(/^#/, '').toLowerCase()
  const handle = from?.replace(/^@/, '').toLowerCase()
  return (message) => {
    if (terms.length === 0 || reactionIn(message) !== undefined) return 0
    if (channelName !== undefined && message.channel?.name !== channelName) return 0
    if (handle !== undefined && message.from.handle.toLowerCase() !== handle) return 0
    const text = message.text.toLowerCase()
    return terms.filter((term) => text.includes(term)).length / terms.length
  }
}

/** The requested part of messages that are in order. */
function inRange(
  all: readonly SessionMessage[],
  { before, after, limit = defaultLimit }: MessageQuery,
): SessionMessage[] {
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id > after)
  const end = before === undefined ? all.length : all.findIndex(({ id }) => id >= before)
  const range = start < 0 ? [] : all.slice(start, end < 0 ? all.length : end)
  if (limit === Infinity) return range
  return after === undefined ? range.slice(-Math.max(limit, 1)) : range.slice(0, limit)
}

function idOf({ id }: SessionMessage): string {
  return id
}
