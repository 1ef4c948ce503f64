import type { DeliveryMode } from '../capabilities/ecosystems/relay/types.ts'
import type { InvokeOptions, ActionResult, ActionSummary } from './action.ts'
import type { Delivery } from './delivery.ts'
import type { DeliveryWait } from './delivery/wait.ts'
import type { AgentIdentity, ParticipantKind } from './identity.ts'
import type { MessageAttachment, SessionMessage } from './messages/message.ts'
import type { DeliveryReceipt } from './messages/receipt.ts'

/** The recipients of a message: `@handle`, `#channel`, or several handles. */
export type Address = string | readonly string[]

export interface SendOptions {
  to: Address
  text: string
  attachments?: readonly MessageAttachment[]
  /** Default: `on-idle`. */
  mode?: DeliveryMode
  priority?: 'normal' | 'urgent'
  /** The message is given up at this time. Default: `deadlineMs` of the policy from now. */
  deadline?: Date | string
  /** A repeated key returns the first message; a repeated key with other content is an error. */
  idempotencyKey?: string
  /** Handles to mention, beside those in the text. */
  mentions?: readonly string[]
  /**
   * Requests an answer: the recipient's first reply to the message. If the turn of an agent ends without a reply, its
   * text is the answer. The receipts name it (`answered`), or say why there is none (`unanswered`).
   */
  wantsAnswer?: boolean
  metadata?: Record<string, unknown>
}

export type ReplyOptions = Omit<SendOptions, 'to'>

/** The stored message with the state of each delivery. */
export interface SendResult {
  message: SessionMessage
  deliveries: readonly Delivery[]
  /** The key was already used for this message. */
  duplicate: boolean
}

/** A delivery with its receipts; `waits` says why it has not ended. */
export interface DeliveryStory {
  delivery: Delivery
  receipts: readonly DeliveryReceipt[]
  waits?: DeliveryWait
}

/** A message in an inbox, with its delivery. */
export interface InboxItem {
  message: SessionMessage
  delivery: Delivery
}

export interface InboxQuery {
  /** Only unread messages. */
  unread?: boolean
  /** Only messages that were delivered; without it also those that wait for their boundary. */
  delivered?: boolean
  /** Only deliveries after this sequence. */
  afterSequence?: number
  limit?: number
}

/** A sender. The holder of this object acts as the participant. */
export interface Participant {
  readonly identity: AgentIdentity
  readonly kind: ParticipantKind
  /**
   * Stores a message and starts its deliveries.
   * @throws CapabilityError if a recipient cannot take it; nothing is stored.
   */
  send(options: SendOptions): SendResult
  /** Replies in the thread of a message, to everyone in the thread. */
  reply(messageId: string, options: ReplyOptions): SendResult
  inbox(query?: InboxQuery): InboxItem[]
  /** Marks the given messages, or all, as read. Returns how many were unread. */
  markRead(messageIds?: readonly string[]): number
  /** Marks all messages as read, in pages: other work runs in between. Returns how many were unread. */
  markAllRead(): Promise<number>
  /** The first message of a thread and its replies. */
  thread(messageId: string): SessionMessage[]
  /** The deliveries and receipts of a message. */
  receipts(messageId: string): DeliveryStory[]
  /** The actions this participant may invoke. */
  actions(): ActionSummary[]
  invoke(action: string, input: unknown, options?: InvokeOptions): Promise<ActionResult>
}
