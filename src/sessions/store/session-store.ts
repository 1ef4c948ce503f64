import type {
  AgentSessionCapabilities,
  AgentStatus,
  DeliveryMode,
} from '../../capabilities/ecosystems/relay/types.ts'
import type { Delivery, DeliveryState } from '../delivery.ts'
import type { AgentIdentity, ParticipantKind } from '../identity.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { DeliveryReceipt } from '../messages/receipt.ts'
import type { LoggedEvent } from './logged-event.ts'
import type { SharedState } from './shared-state.ts'

export type { LoggedEvent } from './logged-event.ts'

/** A stored participant. */
export interface ParticipantRecord {
  identity: AgentIdentity
  kind: ParticipantKind
  /** Sessions only. */
  status?: AgentStatus
  /** The declared capabilities, needed while the session is offline. */
  capabilities?: AgentSessionCapabilities
  /** Data needed to resume the session: agent, agent session id, options. No secrets. */
  origin?: Readonly<Record<string, unknown>>
  createdAt: number
  updatedAt: number
}

export interface ChannelRecord {
  /** Without the `#`. */
  name: string
  topic?: string
  metadata?: Readonly<Record<string, unknown>>
  /** Ids. */
  members: readonly string[]
  /** Ids of members that get no messages of the channel. */
  muted?: readonly string[]
  /** Nobody can write into an archived channel. */
  isArchived?: boolean
  createdAt: number
}

export interface EventQuery {
  /** Only events after this cursor. */
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
  /** Only unread deliveries. */
  unread?: boolean
  /** Only deliveries after this sequence of the recipient. */
  afterSequence?: number
  limit?: number
  order?: 'oldest' | 'newest'
}

/** A change of a delivery; `undefined` removes an optional field. */
export type DeliveryChange = Partial<
  Pick<Delivery, 'state' | 'attempts' | 'availableAt' | 'deadline' | 'dead' | 'readAt' | 'mode'>
>

/** The query at a boundary. */
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

export interface PruneQuery {
  /** Messages that were sent, and whose deliveries all ended with a deadline, before this time. */
  messagesBefore: number
  /** Invocations that started before this time. */
  invocationsBefore: number
  limit: number
}

/** The message stored under an idempotency key. */
export interface IdempotencyRecord {
  sender: string
  key: string
  /** A digest of the content sent under the key. */
  digest: string
  messageId: string
}

/**
 * Persistent state. Calls are synchronous and atomic; `transaction` groups several. Neither side may change a record
 * it passed or received. Without `shared` a transaction is durable when it returns.
 */
export interface SessionStore {
  /** Present in a store that several nodes share: a transaction is durable after `shared.durably`. */
  readonly shared?: SharedState

  transaction<Result>(work: () => Result): Result

  putParticipant(record: ParticipantRecord): void
  participant(id: string): ParticipantRecord | undefined
  participants(): ParticipantRecord[]
  removeParticipant(id: string): void

  putChannel(record: ChannelRecord): void
  channel(name: string): ChannelRecord | undefined
  channels(): ChannelRecord[]

  /** Assigns the sequences of the deliveries. @throws CapstanError `STORE_CONFLICT` if an id or the key exists. */
  addMessage(
    message: SessionMessage,
    deliveries: readonly Omit<Delivery, 'sequence'>[],
    idempotency?: IdempotencyRecord,
  ): Delivery[]
  message(id: string): SessionMessage | undefined
  /** Oldest first; a thread does not include its first message. `after` is a message id. */
  messages(query: {
    conversationId?: string
    threadId?: string
    after?: string
    limit?: number
  }): SessionMessage[]
  idempotency(sender: string, key: string): IdempotencyRecord | undefined

  delivery(id: string): Delivery | undefined
  /** In insertion order. */
  deliveries(query?: DeliveryQuery): Delivery[]
  countDeliveries(query?: DeliveryQuery): number
  /**
   * Pending deliveries that may be handed over now, oldest first: at most the oldest open one per sender and mode, so
   * that none overtakes another. A delivery that was never deferred is always available, even if the clock was set
   * back.
   */
  due(query: DueQuery): Delivery[]
  /** The next time at which a deferred delivery becomes available or an open one expires. */
  nextMoment(now: number): number | undefined
  /**
   * Expired pending and accepted deliveries, earliest deadline first. `surfacing` ends with its attempt, `in-doubt`
   * with a decision.
   */
  expired(now: number, limit?: number): Delivery[]
  /** @throws CapstanError `UNKNOWN_DELIVERY`. */
  updateDelivery(id: string, change: DeliveryChange, receipt?: DeliveryReceipt): Delivery
  receipts(deliveryId: string): DeliveryReceipt[]

  appendEvent(entry: Omit<LoggedEvent, 'cursor'>): LoggedEvent
  events(query?: EventQuery): LoggedEvent[]
  /** The cursor of the newest event; 0 if there is none. */
  lastCursor(): number
  /** The cursor of the oldest stored event; 1 if there is none. */
  firstCursor(): number

  putInvocation(record: InvocationRecord): void
  invocation(id: string): InvocationRecord | undefined
  invocations(query?: {
    action?: string
    caller?: string
    idempotencyKey?: string
    limit?: number
  }): InvocationRecord[]

  /**
   * Deletes up to `limit` old messages, with their deliveries, receipts and keys, and up to `limit` old invocations.
   * Returns how many; 0 when none are left. The newest delivery of a stored participant stays. Absent in a store that
   * keeps them all.
   */
  prune?(query: PruneQuery): number

  /** A shared store commits its pending transactions first. */
  close(): void | Promise<void>
}

/** A store of one process: every transaction is durable when it returns. */
export interface LocalStore extends SessionStore {
  readonly shared?: never
  prune(query: PruneQuery): number
  close(): void
}
