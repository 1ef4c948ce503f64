import type { AgentSessionCapabilities } from '../capabilities/ecosystems/relay/types.ts'
import type { ReportedEvent } from './events/reported-event.ts'
import type { AgentIdentity } from './identity.ts'
import type { SessionMessage } from './messages/message.ts'
import type { MessageContext, MessageReceipt } from './messages/receipt.ts'

/** What a snapshot holds is the session's own business. */
export type SessionSnapshot = Readonly<Record<string, unknown>>

/** A session of whatever kind, as it is registered: Relay's published interface and the lifecycle that Relay only declares. */
export interface AgentSession {
  readonly identity: AgentIdentity
  readonly capabilities: AgentSessionCapabilities
  /** Takes a message at the boundary that `context.mode` names. */
  receiveMessage(message: SessionMessage, context: MessageContext): Promise<MessageReceipt>
  /**
   * Tells what happens in the session; gives a function that ends it. What is due at an event is handed over before `emit`
   * returns. At `tool.called` its promise resolves when that was answered too: a session that waits for it before the tool
   * runs has the messages by then.
   */
  onEvent?(emit: (event: ReportedEvent) => void | Promise<void>): () => void
  release?(reason?: string): Promise<void>
  pause?(reason?: string): Promise<void>
  resume?(): Promise<void>
  /** A new session that knows what this one knows. */
  fork?(identity: AgentIdentity): Promise<AgentSession>
  snapshot?(): Promise<SessionSnapshot>
  /** What it is taken up by again; kept with it, and read again whenever its status changes. */
  readonly origin?: SessionSnapshot
}
