import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import type {
  AgentSessionCapabilities,
  AgentStatus,
  DeliveryMode,
} from '../../capabilities/ecosystems/relay/types.ts'
import type { Delivery, DeliveryState } from '../delivery.ts'
import type { AgentIdentity, ParticipantKind } from '../identity.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { DeliveryReceipt } from '../messages/receipt.ts'

/** A participant as it is kept. */
export interface ParticipantRecord {
  identity: AgentIdentity
  kind: ParticipantKind
  /** Of a session. */
  status?: AgentStatus
  /** What a session said of itself, so that it can be written to while it is not there. */
  capabilities?: AgentSessionCapabilities
  /** What a session needs to be taken up again: the agent, its own session id, its options. No secrets. */
  origin?: Readonly<Record<string, unknown>>
  createdAt: number
  updatedAt: number
}

export interface ChannelRecord {
  /** Without the `#`. */
  name: string
  topic?: string
  /** Ids. */
  members: readonly string[]
  createdAt: number
}

/** An event in the order in which it happened. */
export interface LoggedEvent {
  /** Rises over all sessions, survives restarts, and may have gaps. */
  cursor: number
  at: number
  /** The participant it is about. */
  session: string
  event: AgentSessionEvent
}

export interface EventQuery {
  /** Only what came after this cursor. */
  after?: number
  session?: string
  types?: readonly string[]
  limit?: number
}

export interface DeliveryQuery {
  recipient?: string
  sender?: string
  messageId?: string
  states?: readonly DeliveryState[]
  modes?: readonly DeliveryMode[]
  /** Only those that the recipient has not read. */
  unread?: boolean
  /** Only those after this sequence of their recipient. */
  afterSequence?: number
  limit?: number
  order?: 'oldest' | 'newest'
}

/** What may change in a delivery; what is given as `undefined` is taken away. */
export type DeliveryChange = Partial<
  Pick<Delivery, 'state' | 'attempts' | 'availableAt' | 'deadline' | 'dead' | 'readAt' | 'mode'>
>

/** What is asked for when a boundary is reached. */
export interface DueQuery {
  recipient: string
  modes: readonly DeliveryMode[]
  now: number
}

export interface InvocationRecord {
  id: string
  action: string
  caller: string
  status: 'invoked' | 'completed' | 'failed' | 'denied'
  input: unknown
  output?: unknown
  error?: { code: string; message: string }
  idempotencyKey?: string
  startedAt: number
  endedAt?: number
}

/** What a message was stored under. */
export interface IdempotencyRecord {
  sender: string
  key: string
  /** A digest of everything that was sent under the key. */
  digest: string
  messageId: string
}

/**
 * Everything that has to survive. Calls are synchronous, and each is whole or not at all; `transaction` makes several
 * one. Records are given and taken as they are and must not be changed by either side.
 */
export interface SessionStore {
  transaction<Result>(work: () => Result): Result

  putParticipant(record: ParticipantRecord): void
  participant(id: string): ParticipantRecord | undefined
  participants(): ParticipantRecord[]
  removeParticipant(id: string): void

  putChannel(record: ChannelRecord): void
  channel(name: string): ChannelRecord | undefined
  channels(): ChannelRecord[]

  /** The deliveries get their sequences here. @throws CapstanError `STORE_CONFLICT` when an id or the key is taken. */
  addMessage(
    message: SessionMessage,
    deliveries: readonly Omit<Delivery, 'sequence'>[],
    idempotency?: IdempotencyRecord,
  ): Delivery[]
  message(id: string): SessionMessage | undefined
  /** The oldest first; those of a thread without the message that began it. `after` is the id of a message. */
  messages(query: {
    conversationId?: string
    threadId?: string
    after?: string
    limit?: number
  }): SessionMessage[]
  idempotency(sender: string, key: string): IdempotencyRecord | undefined

  delivery(id: string): Delivery | undefined
  /** In the order of coming. */
  deliveries(query?: DeliveryQuery): Delivery[]
  countDeliveries(query?: DeliveryQuery): number
  /**
   * The pending deliveries that may be handed over now, the oldest first; of one sender and mode at most the oldest that has
   * not ended, so that none overtakes another. What was never put off beyond its `createdAt` may be at any time, also when
   * the clock was set back since.
   */
  due(query: DueQuery): Delivery[]
  /** When the next one that was put off becomes available, or the next pending or accepted one ends, whichever comes first. */
  nextMoment(now: number): number | undefined
  /**
   * The pending and the accepted ones whose time is over, the longest ago first. One that is surfacing ends by its attempt,
   * one in doubt by a decision.
   */
  expired(now: number, limit?: number): Delivery[]
  /** @throws CapstanError `UNKNOWN_DELIVERY`. */
  updateDelivery(id: string, change: DeliveryChange, receipt?: DeliveryReceipt): Delivery
  receipts(deliveryId: string): DeliveryReceipt[]

  appendEvent(entry: Omit<LoggedEvent, 'cursor'>): LoggedEvent
  events(query?: EventQuery): LoggedEvent[]
  /** The cursor of the newest event; 0 when there is none. */
  lastCursor(): number
  /** The cursor of the oldest event that is still kept; 1 when there is none. */
  firstCursor(): number

  putInvocation(record: InvocationRecord): void
  invocation(id: string): InvocationRecord | undefined
  invocations(query?: {
    action?: string
    caller?: string
    idempotencyKey?: string
    limit?: number
  }): InvocationRecord[]

  close(): void
}
