import type { Annotations, ContentBlock } from './content.ts'
import type { EventBase, Meta } from './event-base.ts'

/** Who speaks. */
export type Role = 'agent' | 'user' | 'system' | 'tool'

/** Text appended to a message. With `thinking.delta` the most frequent event by far. */
export interface TextDeltaEvent extends EventBase {
  type: 'text.delta'
  /** The piece to append; it may end inside a word. */
  text: string
  /** The message it belongs to. A new id starts a new message. */
  messageId?: string
  /** Who speaks. Absent: the agent. */
  role?: Role
  /** Id of this piece itself, where the source names its pieces. */
  chunkId?: string
  /** How to show or route the text. */
  annotations?: Annotations
  /** Vendor data of the text, beside that of the event. */
  contentMeta?: Meta
}

/** Text appended to the agent's thinking. */
export interface ThinkingDeltaEvent extends EventBase {
  type: 'thinking.delta'
  /** The piece to append. */
  text: string
  /** The stretch of thinking it belongs to. */
  messageId?: string
  /** How to show or route the text. */
  annotations?: Annotations
  /** Vendor data of the text, beside that of the event. */
  contentMeta?: Meta
}

/** A piece that is not text, such as an image, appended to a message. */
export interface ContentDeltaEvent extends EventBase {
  type: 'content.delta'
  /** The piece to append. */
  content: ContentBlock
  /** The message it belongs to. */
  messageId?: string
  /** Who speaks. Absent: the agent. */
  role?: Role
  /** True when it is a part of the agent's thinking. */
  thinking?: boolean
}
