import type { ContentBlock } from './content.ts'
import type { EventBase } from './event-base.ts'
import type { Role } from './text.ts'

/** A whole message was created or replaced. Later deltas with its id append to it. */
export interface MessageUpdatedEvent extends EventBase {
  type: 'message.updated'
  /** Names the message in its session. */
  messageId: string
  /** Who speaks. Absent: the agent. */
  role?: Role
  /** True when the message is the agent's thinking. */
  thinking?: boolean
  /** All its content. Absent: as before. `null`: cleared. */
  content?: ContentBlock[] | null
}

/**
 * The agent starts an answer again, such as after its provider broke the connection: what it streamed of the answer no
 * longer counts. Both texts are the end of what was streamed so far.
 */
export interface MessageRetractedEvent extends EventBase {
  type: 'message.retracted'
  /** The message, where it has an id. */
  messageId?: string
  /** The end of the agent's text that no longer counts. May be empty. */
  text: string
  /** The end of the agent's thinking that no longer counts. */
  thinking?: string
}

/** The session took a message in: from now on it is a part of its conversation. */
export interface MessageReceivedEvent extends EventBase {
  type: 'message.received'
  /** The message, by its id in the session. */
  messageId: string
  /** The delivery that brought it. */
  deliveryId?: string
}

/** The session sent a message to others. */
export interface MessageSentEvent extends EventBase {
  type: 'message.sent'
  /** The message, by its id in the session. */
  messageId: string
}
