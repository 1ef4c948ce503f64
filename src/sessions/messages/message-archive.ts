import type { SessionMessage } from './message.ts'

/** Which messages to list; the newest ones by default. */
export interface MessageQuery {
  /** Only messages before this one, by id. */
  before?: string
  /** Only messages after this one, by id; then the oldest ones come first. */
  after?: string
  /** Default: 50. */
  limit?: number
}

/** The participants that reacted to a message with the same sign. */
export interface MessageReactions {
  emoji: string
  /** Ids, in the order of their reactions. */
  by: readonly string[]
}

export interface FoundMessage {
  message: SessionMessage
  /** The part of the searched words that the message contains, from above 0 to 1. */
  relevance: number
}

/**
 * Stored messages, as one participant sees them: by id or `@handle`, only those that it sent or received.
 * @throws CapstanError `UNKNOWN_SESSION`, `UNKNOWN_MESSAGE`.
 */
export interface MessageArchive {
  get(participant: string, messageId: string): SessionMessage
  /** The message, or the reaction to a message, if the participant may see it. */
  find(participant: string, messageId: string): SessionMessage | undefined
  /** The messages of a conversation, by its id; oldest first. */
  list(participant: string, conversationId: string, query?: MessageQuery): SessionMessage[]
  /** Messages with any of the words, the most relevant first, then the newest. Reads all messages, in pages. */
  search(
    participant: string,
    words: string,
    query?: MessageQuery & { channel?: string; from?: string },
  ): Promise<FoundMessage[]>
  /** Who has read a message, by id, and when. */
  readers(participant: string, messageId: string): { participant: string; readAt: number }[]
  /** Adds a reaction; the same one counts once. */
  react(participant: string, messageId: string, emoji: string): MessageReactions
  /** Takes a reaction back. */
  unreact(participant: string, messageId: string, emoji: string): void
  reactions(participant: string, messageId: string): MessageReactions[]
}
