/** An attachment of a message. */
export type MessageAttachment =
  | { type: 'text'; text: string; label?: string }
  | {
      type: 'image'
      mimeType: string
      /** Base64 of the bytes. */ data: string
      alt?: string
      label?: string
    }

export type MessageKind = 'channel' | 'dm' | 'group_dm' | 'thread_reply'

/** A message. Immutable; its lists are typed as mutable arrays because Relay's are. */
export interface SessionMessage {
  id: string
  /** The same as `id`; Relay's name for it. */
  messageId: string
  kind: MessageKind
  text: string
  from: { id: string; name: string; handle: string }
  /** The channel it was posted to, without the `#`. */
  channel?: { name: string }
  /** The ids of the recipients; empty in a channel, where each member has a delivery. */
  to: readonly string[]
  /** Equal for all messages between the same participants or in the same channel. */
  conversationId: string
  /** The first message of the thread. */
  threadId?: string
  /** The message it answers. */
  parentId?: string
  /** Ids of the mentioned participants. */
  mentions: string[]
  attachments: MessageAttachment[]
  /** Whether the sender waits for an answer of each recipient. */
  wantsAnswer?: true
  /** ISO 8601. */
  createdAt: string
  metadata?: Record<string, unknown>
}
