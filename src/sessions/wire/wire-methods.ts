import type { AgentSessionCapabilities, AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import type { ActionResult, ActionSummary } from '../action.ts'
import type { SessionSnapshot } from '../agent-session.ts'
import type { Delivery } from '../delivery.ts'
import type { AgentIdentity, ParticipantKind } from '../identity.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { InboxItem, InboxQuery, SendOptions, SendResult } from '../participant.ts'
import type { DeliveryReceipt } from '../messages/receipt.ts'
import type { ChannelRecord, DeliveryQuery, EventQuery, LoggedEvent } from '../store/session-store.ts'

/** As whom: only the owner may say so. */
interface As {
  as?: string
}

/** Those options of a message that are JSON. */
type SendParams = Omit<SendOptions, 'deadline'> & { deadline?: string }

/** Somebody one can write to, as everybody may know it. */
export interface ParticipantSummary extends Pick<
  AgentIdentity,
  'id' | 'name' | 'handle' | 'displayName' | 'description'
> {
  kind: ParticipantKind
  /** Of a session. */
  status?: AgentStatus
  /** The ways a session can be given messages now. */
  modes?: readonly string[]
}

/** A session as its owner sees it. */
export interface SessionReport {
  identity: AgentIdentity
  status: AgentStatus
  /** Not there for one that is kept and does not run. */
  capabilities?: AgentSessionCapabilities
  /** What it is taken up by again. */
  origin?: Readonly<Record<string, unknown>>
  /** How many deliveries are in each state, without those that ended well. */
  deliveries: Readonly<Partial<Record<Delivery['state'], number>>>
  unread: number
  createdAt: number
}

export interface EventsQuery extends Pick<EventQuery, 'after' | 'limit'> {
  /** An id or `@handle`. */
  session?: string
  /** Types, families such as `delivery.*`, or `status.idle` and the like. */
  types?: readonly string[]
}

/** What can be asked of a host, and what it answers. */
export interface WireMethods {
  // Of everybody: who sends is whoever the token says.
  whoami: { params: As; result: { identity: AgentIdentity; kind: ParticipantKind } }
  participants: { params: object; result: ParticipantSummary[] }
  send: { params: SendParams & As; result: SendResult }
  reply: { params: Omit<SendParams, 'to'> & As & { messageId: string }; result: SendResult }
  inbox: { params: InboxQuery & As; result: InboxItem[] }
  markRead: { params: { messageIds?: readonly string[] } & As; result: { count: number } }
  thread: { params: { messageId: string } & As; result: SessionMessage[] }
  receipts: {
    params: { messageId: string } & As
    result: { delivery: Delivery; receipts: readonly DeliveryReceipt[] }[]
  }
  actions: { params: As; result: ActionSummary[] }
  invoke: { params: { action: string; input?: unknown; idempotencyKey?: string } & As; result: ActionResult }

  // Of the owner.
  /** Only where the host opens sessions itself. */
  'session.open': { params: Readonly<Record<string, unknown>>; result: SessionReport }
  'session.list': { params: object; result: SessionReport[] }
  'session.show': { params: Reference; result: SessionReport }
  'session.pause': { params: Reference & Reason; result: SessionReport }
  'session.resume': { params: Reference; result: SessionReport }
  'session.release': { params: Reference & Reason; result: SessionReport }
  'session.fork': { params: Reference & { name?: string; handle?: string }; result: SessionReport }
  'session.snapshot': { params: Reference; result: SessionSnapshot }
  'session.flush': { params: Reference; result: { count: number } }
  'deliveries.list': { params: DeliveryQuery; result: Delivery[] }
  'deliveries.redeliver': { params: { id: string; deadline?: string }; result: Delivery }
  'deliveries.settle': { params: { id: string; as: 'delivered' | 'dead' }; result: Delivery }
  'channels.list': { params: object; result: ChannelRecord[] }
  'channels.create': {
    params: { name: string; topic?: string; members?: readonly string[] }
    result: ChannelRecord
  }
  'channels.join': { params: { name: string } & Reference; result: ChannelRecord }
  'channels.leave': { params: { name: string } & Reference; result: ChannelRecord }
  /** Adds the actions of a module, where the host reads such. */
  'actions.add': { params: { path: string }; result: { names: string[] } }
  /** Ends the host, where that is for others to say. */
  'host.stop': { params: object; result: { sessions: number } }
  'events.read': { params: EventsQuery; result: { entries: LoggedEvent[]; cursor: number } }
}

interface Reference {
  /** An id or `@handle`. */
  session: string
}

interface Reason {
  reason?: string
}

/** What is asked for once and told again and again, until it is given up. */
export interface WireStreams {
  /** Something in the list of actions changed. */
  'actions.watch': { params: object; item: Record<string, never> }
  'events.watch': { params: Omit<EventsQuery, 'limit'>; item: LoggedEvent }
}
