import type { AgentSessionCapabilities } from '../capabilities/ecosystems/relay/types.ts'
import type { ReportedEvent } from './events/reported-event.ts'
import type { AgentIdentity } from './identity.ts'
import type { SessionMessage } from './messages/message.ts'
import type { MessageContext, MessageReceipt } from './messages/receipt.ts'

/** Plain data that only the session itself interprets. */
export type SessionSnapshot = Readonly<Record<string, unknown>>

/** The interface of a registered session: Relay's published interface plus the lifecycle that Relay only declares. */
export interface AgentSession {
  readonly identity: AgentIdentity
  readonly capabilities: AgentSessionCapabilities
  /** Delivers a message at the boundary that `context.mode` names. */
  receiveMessage(message: SessionMessage, context: MessageContext): Promise<MessageReceipt>
  /**
   * Reports the events of the session; returns a function that unsubscribes. Messages due at an event are delivered
   * before `emit` returns. At `tool.called` the promise resolves after they are answered, so a session that awaits it
   * before running the tool already has them.
   */
  onEvent?(emit: (event: ReportedEvent) => void | Promise<void>): () => void
  release?(reason?: string): Promise<void>
  pause?(reason?: string): Promise<void>
  resume?(): Promise<void>
  /** Opens a new session with the same conversation. */
  fork?(identity: AgentIdentity): Promise<AgentSession>
  snapshot?(): Promise<SessionSnapshot>
  /** Stops the session without a release: another node has taken it over. */
  stop?(reason: string): Promise<void>
  /** The data needed to resume the session; stored, and read again at every status change. */
  readonly origin?: SessionSnapshot
}
