import type { AgentSessionCapabilities } from '../capabilities/ecosystems/relay/types.ts'
import type { TurnOptions } from '../run/api/options.ts'
import type { Run } from '../run/api/run.ts'
import type { ReportedEvent } from './events/reported-event.ts'
import type { AgentIdentity } from './identity.ts'
import type { AnswerOutcome } from './messages/answers.ts'
import type { SessionMessage } from './messages/message.ts'
import type { MessageContext, MessageReceipt } from './messages/receipt.ts'

/** Plain data that only the session itself interprets. */
export type SessionSnapshot = Readonly<Record<string, unknown>>

/** Options of a prompt that waits for the running turn. */
export interface AskOptions extends TurnOptions {
  /** Called if the prompt has to wait. */
  onQueued?: () => void
}

export interface ResumeSessionOptions {
  /** Variables for an agent that is started again, in addition to those it had; not stored. */
  env?: Readonly<Record<string, string>>
}

/** What a session needs from Capstan while it is registered. */
export interface SessionConnection {
  /** Delivers the messages that go before the next prompt. */
  beforePrompt(): Promise<number>
  /** The turn that had the message of this delivery is over: answers its sender, or says why there is no answer. */
  answer(deliveryId: string, outcome: AnswerOutcome): void
}

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
  resume?(options?: ResumeSessionOptions): Promise<void>
  /** Opens a new session with the same conversation. */
  fork?(identity: AgentIdentity): Promise<AgentSession>
  snapshot?(): Promise<SessionSnapshot>
  /** Stops the session without a release: another node has taken it over. */
  stop?(reason: string): Promise<void>
  /** Sends a prompt of the session's owner once the running turn has ended. */
  ask?(text: string, options?: AskOptions): Promise<Run>
  /** Called when the session is registered. */
  connect?(connection: SessionConnection): void
  /** The data needed to resume the session; stored, and read again at every status change. */
  readonly origin?: SessionSnapshot
}
