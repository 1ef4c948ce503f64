import type { ContentBlock } from './content.ts'
import type { EventBase } from './event-base.ts'
import type { Role } from './text.ts'

/** A message was created or replaced as a whole. Later deltas with its id append to it. */
export interface MessageUpdatedEvent extends EventBase {
  type: 'message.updated'
  /** Names the message in its session. */
  messageId: string
  /** Who speaks. Absent: the agent. */
  role?: Role
  /** True when the message is the agent's thinking. */
  thinking?: boolean
  /** All its content. Absent: unchanged. `null`: cleared. */
  content?: ContentBlock[] | null
}

/**
 * The agent restarts an answer, such as after its provider broke the connection: the part streamed so far is void.
 * Both texts are the end of the streamed text.
 */
export interface MessageRetractedEvent extends EventBase {
  type: 'message.retracted'
  /** The message, if it has an id. */
  messageId?: string
  /** The void end of the agent's text. May be empty. */
  text: string
  /** The void end of the agent's thinking. */
  thinking?: string
}

/** A message became a part of the session's conversation. */
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
