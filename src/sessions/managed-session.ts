import type { AgentSessionCapabilities, AgentStatus } from '../capabilities/ecosystems/relay/types.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import type { AgentIdentityInput } from './identity.ts'
import type { SessionMessage } from './messages/message.ts'
import type { MessageContext, MessageReceipt } from './messages/receipt.ts'
import type { Participant } from './participant.ts'
import type { Run } from '../run/api/run.ts'
import type { AskOptions, ResumeSessionOptions, SessionSnapshot } from './agent-session.ts'

/** A registered session: Capstan queues its messages and logs its events. */
export interface ManagedSession extends Participant {
  readonly kind: 'session'
  readonly status: AgentStatus
  /** The current capabilities. Immutable: a change creates a new object. */
  readonly capabilities: AgentSessionCapabilities
  readonly profile: CapabilityProfile
  /** Hands a message to the session at once, as Relay's `DeliveryRunner` does; Capstan stores and queues nothing. */
  receiveMessage(message: SessionMessage, context: MessageContext): Promise<MessageReceipt>
  /** Delivers `manual` messages. Returns their number. */
  flush(): Promise<number>
  /**
   * Call this right before a prompt that is not a message: queued `next-message` messages are delivered first and
   * answered when this resolves. Returns their number.
   */
  beforePrompt(): Promise<number>
  /** Sends a prompt of the session's owner once the running turn has ended. Absent without an agent. */
  readonly ask?: (text: string, options?: AskOptions) => Promise<Run>
  // Each method is present only if the session declares it.
  readonly release?: (reason?: string) => Promise<void>
  readonly pause?: (reason?: string) => Promise<void>
  readonly resume?: (options?: ResumeSessionOptions) => Promise<void>
  readonly fork?: (identity?: AgentIdentityInput) => Promise<ManagedSession>
  readonly snapshot?: () => Promise<SessionSnapshot>
}
