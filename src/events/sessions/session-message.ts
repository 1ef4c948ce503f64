import type { ContentBlock } from '../content.ts'
import type { EventBase } from '../event-base.ts'

/** A message between two sessions was created or changed. An absent field stays as it was, `null` clears it. */
export interface SessionMessageUpdatedEvent extends EventBase {
  type: 'session-message.updated'
  /** Its id in this session's conversation. */
  messageId: string
  /** The session that sent it. */
  senderSessionId?: string | null
  /** The session that gets it. */
  recipientSessionId?: string | null
  /** Id of the same message in the sender's conversation. */
  senderMessageId?: string | null
  /** Id of the same message in the recipient's conversation. */
  recipientMessageId?: string | null
  /** All its content; replaces what was there. */
  content?: ContentBlock[] | null
}

/** Content appended to a message between two sessions. */
export interface SessionMessageDeltaEvent extends EventBase {
  type: 'session-message.delta'
  /** The message that grows. */
  messageId: string
  /** The piece to append. */
  content: ContentBlock
}
