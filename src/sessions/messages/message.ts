/** What goes with a message. */
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

/** A message as everybody sees it. It never changes; its lists are plain ones because those of Relay are. */
export interface SessionMessage {
  id: string
  /** The same as `id`, under the name that Relay gives it. */
  messageId: string
  kind: MessageKind
  text: string
  from: { id: string; name: string; handle: string }
  /** The channel it was posted to, without the `#`. */
  channel?: { name: string }
  /** Who it was sent to, by id; the members of the channel at that moment. */
  to: readonly string[]
  /** The same for all messages between the same people, or in the same channel. */
  conversationId: string
  /** The first message of the thread. */
  threadId?: string
  /** The message it answers. */
  parentId?: string
  /** Ids of those who are named in it. */
  mentions: string[]
  attachments: MessageAttachment[]
  /** ISO 8601. */
  createdAt: string
  metadata?: Record<string, unknown>
}
