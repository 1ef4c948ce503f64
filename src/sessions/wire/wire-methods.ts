import type { AgentSessionCapabilities, AgentStatus } from '../../capabilities/ecosystems/relay/types.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { RunResult } from '../../run/api/run.ts'
import type { ActionResult, ActionSummary } from '../action.ts'
import type { SessionSnapshot } from '../agent-session.ts'
import type { Delivery } from '../delivery.ts'
import type { DeliveryWait } from '../delivery/wait.ts'
import type { AgentIdentity, ParticipantKind } from '../identity.ts'
import type { SessionMessage } from '../messages/message.ts'
import type { DeliveryStory, InboxItem, InboxQuery, SendOptions, SendResult } from '../participant.ts'
import type { ReportedEvent } from '../events/reported-event.ts'
import type { MessageReceipt } from '../messages/receipt.ts'
import type { HostedRegistration } from './remote/hosted-sessions.ts'
import type { HostedDelivery } from './remote/remote-session.ts'
import type { ChannelRecord, DeliveryQuery, EventQuery, LoggedEvent } from '../store/session-store.ts'

/** The participant to act as; owner only. */
interface As {
  as?: string
}

/** Message options in their JSON form. */
type SendParams = Omit<SendOptions, 'deadline'> & { deadline?: string }

/** A participant, as everyone may see it. */
export interface ParticipantSummary extends Pick<
  AgentIdentity,
  'id' | 'name' | 'handle' | 'displayName' | 'description'
> {
  kind: ParticipantKind
  /** Sessions only. */
  status?: AgentStatus
  /** The delivery modes that the session supports now. */
  modes?: readonly string[]
}

/** A session as its owner sees it. */
export interface SessionReport {
  identity: AgentIdentity
  status: AgentStatus
  /** Absent if the session is not running. */
  capabilities?: AgentSessionCapabilities
  /** The data needed to resume the session. */
  origin?: Readonly<Record<string, unknown>>
  /** The number of deliveries per state, without `delivered`. */
  deliveries: Readonly<Partial<Record<Delivery['state'], number>>>
  unread: number
  /** Why its unfinished deliveries wait, oldest first: at most one in a list, at most 20 in a report of one session. */
  waiting: readonly DeliveryWait[]
  createdAt: number
}

export interface EventsQuery extends Pick<EventQuery, 'after' | 'limit'> {
  /** An id or `@handle`. */
  session?: string
  /** Types, families such as `delivery.*`, or statuses such as `status.idle`. */
  types?: readonly string[]
}

/** The request methods with their parameters and results. */
export interface WireMethods {
  // For sessions and the owner; the token decides who sends.
  whoami: { params: As; result: { identity: AgentIdentity; kind: ParticipantKind } }
  participants: { params: object; result: ParticipantSummary[] }
  send: { params: SendParams & As; result: SendResult }
  reply: { params: Omit<SendParams, 'to'> & As & { messageId: string }; result: SendResult }
  inbox: { params: InboxQuery & As; result: InboxItem[] }
  markRead: { params: { messageIds?: readonly string[] } & As; result: { count: number } }
  thread: { params: { messageId: string } & As; result: SessionMessage[] }
  receipts: {
    params: { messageId: string } & As
    result: DeliveryStory[]
  }
  actions: { params: As; result: ActionSummary[] }
  /** The receipt of a message to the session that the client hosts. */
  'host.receipt': { params: { deliveryId: string; receipt: MessageReceipt }; result: object }
  /** An event of the session that the client hosts. */
  'host.emit': { params: { event: ReportedEvent }; result: object }
  /** The client that hosts a session is alive. */
  'host.beat': { params: object; result: object }
  invoke: { params: { action: string; input?: unknown; idempotencyKey?: string } & As; result: ActionResult }

  // For the owner.
  /** Only if the server can open sessions. */
  'session.open': { params: Readonly<Record<string, unknown>>; result: SessionReport }
  'session.list': { params: object; result: SessionReport[] }
  'session.show': { params: Reference; result: SessionReport }
  'session.pause': { params: Reference & Reason; result: SessionReport }
  /** `env` has the values of the agent's variables; they are not stored. */
  'session.resume': { params: Reference & { env?: Readonly<Record<string, string>> }; result: SessionReport }
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
  /** Adds the actions of a module, if the server loads modules. */
  'actions.add': { params: { path: string }; result: { names: string[] } }
  /** Creates a token that acts as a participant, or for a new session that another process hosts. It is shown once. */
  'tokens.issue': {
    params: { participant: string } | { session: string }
    result: { token: string; id: string }
  }
  /** Revokes all tokens of a participant. */
  'tokens.revoke': { params: { participant: string }; result: object }
  /** Stops the server, if it allows that. */
  'host.stop': { params: object; result: { sessions: number } }
  'events.read': { params: EventsQuery; result: { entries: LoggedEvent[]; cursor: number } }
}

/** What `session.ask` sends: that the prompt waits for the running turn, then each event, and the result at the end. */
export type AskItem = { queued: { status: AgentStatus } } | { event: AgentEvent } | { result: RunResult }

interface Reference {
  /** An id or `@handle`. */
  session: string
}

interface Reason {
  reason?: string
}

/** The streaming methods with their parameters and items. */
export interface WireStreams {
  /** The list of actions changed. */
  'actions.watch': { params: object; item: Record<string, never> }
  /** Ends with the turn; the client cancels the turn by canceling the stream. For the owner. */
  'session.ask': { params: Reference & { text: string }; item: AskItem }
  /** Hosts the session of the token in the process of the client; the items are its messages. */
  'session.host': { params: HostedRegistration; item: HostedDelivery }
  'events.watch': { params: Omit<EventsQuery, 'limit'>; item: LoggedEvent }
}
