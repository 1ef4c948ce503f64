export type {
  ActionContext,
  ActionDefinition,
  ActionErrorCode,
  ActionRequest,
  ActionResult,
  ActionSelector,
  ActionSummary,
  InvokeOptions,
  PolicyContext,
} from './action.ts'
export type { AgentSession, SessionSnapshot } from './agent-session.ts'
export type { AgentSnapshot } from './agent/agent-snapshot.ts'
export type { OwnedAgentSession } from './agent/owned-agent-session.ts'
export { openAgentSession, type OpenAgentSessionOptions } from './agent/open-agent-session.ts'
export type {
  AgentSessionCapabilities,
  AgentSessionEventType,
  AgentStatus,
  DeliveryMode,
} from '../capabilities/ecosystems/relay/types.ts'
export type { AgentSessionEvent } from '../capabilities/ecosystems/relay/events.ts'
export { createSessions, type SessionsOptions } from './create-sessions.ts'
export { defaultDeliveryPolicy, type DeliveryPolicy } from './delivery-policy.ts'
export type { DeadReason, Delivery, DeliveryState } from './delivery.ts'
export type { EventHub, EventSelector, WaitOptions } from './event-hub.ts'
export type { ReportedEvent } from './events/reported-event.ts'
export { defaultRetention, type RetentionPolicy } from './housekeeping.ts'
export type { AgentIdentity, AgentIdentityInput, ParticipantKind } from './identity.ts'
export type { ManagedSession } from './managed-session.ts'
export { createMcpAccess, type McpAccess } from './mcp/mcp-access.ts'
export type { MessageAttachment, MessageKind, SessionMessage } from './messages/message.ts'
export type { DeliveryWait } from './delivery/wait.ts'
export type {
  Address,
  DeliveryStory,
  InboxItem,
  InboxQuery,
  Participant,
  ReplyOptions,
  SendOptions,
  SendResult,
} from './participant.ts'
export type { DeliveryReason, DeliveryReceipt, MessageContext, MessageReceipt } from './messages/receipt.ts'
export { createRelayMessaging } from './relay-messaging/relay-messaging.lazy.ts'
export type { RelayMessagingAdapter, RelayMessagingOptions } from './relay-messaging/relay-messaging.ts'
export type {
  FoundMessage,
  MessageArchive,
  MessageQuery,
  MessageReactions,
} from './messages/message-archive.ts'
export type { AskOptions, ResumeSessionOptions, SessionConnection } from './agent-session.ts'
export type { RegisterOptions, Sessions } from './sessions.ts'
export { createMemoryStore } from './store/memory.ts'
export type { RetentionOptions } from './store/retention.ts'
export type {
  ChannelRecord,
  DeliveryQuery,
  EventQuery,
  LocalStore,
  LoggedEvent,
  ParticipantRecord,
  SessionStore,
} from './store/session-store.ts'
export { openPostgresStore, type PostgresStoreOptions } from './store/open-postgres-store.lazy.ts'
export type { SharedStore } from './store/postgres/open-postgres-store.ts'
export type { Lease, SharedChanges, SharedListener, SharedState } from './store/shared-state.ts'
export { openSqliteStore, type SqliteStoreOptions } from './store/sqlite.ts'
export {
  connectSessions,
  type ConnectOptions,
  type ServerWelcome,
  type SessionsConnection,
} from './wire/connect.ts'
export { hostSession, type HostedSession } from './wire/remote/host-session.ts'
export type { NetworkAddress, NetworkListenOptions } from './wire/remote/network-address.ts'
export { serveSessions, type ServeOptions, type SessionsServer } from './wire/serve.ts'
export type { WireLimits } from './wire/server-connection.ts'
export type { NodeRouter, RemoteActions } from './wire/node-router.ts'
export type { SessionOpener } from './wire/session-opener.ts'
export { socketPathIn } from './wire/socket-path.ts'
export { createTokens, type Grant, type Tokens } from './wire/tokens.ts'
export { WireError } from './wire/wire-error.ts'
export type { WireErrorData, WireRights } from './wire/wire-message.ts'
export type {
  AskItem,
  EventsQuery,
  ParticipantSummary,
  SessionReport,
  WireMethods,
  WireStreams,
} from './wire/wire-methods.ts'
