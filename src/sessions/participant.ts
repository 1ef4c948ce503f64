import type { DeliveryMode } from '../capabilities/ecosystems/relay/types.ts'
import type { InvokeOptions, ActionResult, ActionSummary } from './action.ts'
import type { Delivery } from './delivery.ts'
import type { AgentIdentity, ParticipantKind } from './identity.ts'
import type { MessageAttachment, SessionMessage } from './messages/message.ts'
import type { DeliveryReceipt } from './messages/receipt.ts'

/** Whom a message is for: `@handle`, `#channel`, or several handles. */
export type Address = string | readonly string[]

export interface SendOptions {
  to: Address
  text: string
  attachments?: readonly MessageAttachment[]
  /** `on-idle` if not given. */
  mode?: DeliveryMode
  priority?: 'normal' | 'urgent'
  /** When it has to have ended; the policy's time from now if not given. */
  deadline?: Date | string
  /** The same key with the same content is the same message; with another content it is an error. */
  idempotencyKey?: string
  /** Handles of those to be named, beside those that the text names. */
  mentions?: readonly string[]
  metadata?: Record<string, unknown>
}

export type ReplyOptions = Omit<SendOptions, 'to'>

/** What became of a message when it was sent: it is stored, and stands here with each recipient. */
export interface SendResult {
  message: SessionMessage
  deliveries: readonly Delivery[]
  /** It had been sent under this key before. */
  duplicate: boolean
}

/** A message in somebody's inbox, and how it came there. */
export interface InboxItem {
  message: SessionMessage
  delivery: Delivery
}

export interface InboxQuery {
  /** Only what was not read. */
  unread?: boolean
  /** Only what came after this sequence. */
  afterSequence?: number
  limit?: number
}

/** Somebody who can send: whoever holds this is that somebody, whatever name others use. */
export interface Participant {
  readonly identity: AgentIdentity
  readonly kind: ParticipantKind
  /** Stores a message and begins its deliveries. @throws CapabilityError when a recipient cannot take it: nothing is stored then. */
  send(options: SendOptions): SendResult
  /** Answers a message in its thread, to all who have part in it. */
  reply(messageId: string, options: ReplyOptions): SendResult
  inbox(query?: InboxQuery): InboxItem[]
  /** Marks messages of the inbox as read, all of them if none are named. Gives how many were not before. */
  markRead(messageIds?: readonly string[]): number
  /** The first message of a thread and its replies. */
  thread(messageId: string): SessionMessage[]
  /** What became of a message that was sent. */
  receipts(messageId: string): { delivery: Delivery; receipts: readonly DeliveryReceipt[] }[]
  /** The actions this participant may invoke. */
  actions(): ActionSummary[]
  invoke(action: string, input: unknown, options?: InvokeOptions): Promise<ActionResult>
}
