import type { CapstanError } from '../../core/capstan-error.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { PermissionPolicy } from '../../run/api/permission-policy.ts'
import type { RunSession } from '../../run/session.ts'
import type { SessionSettings } from '../../run/api/session-settings.ts'
import type { ClientTool } from '../ag-ui/input.ts'
import type { ClientToolCall } from './turn.ts'

/** What others see of a thread. */
export interface ThreadPort {
  readonly id: string
  /** The agent calls a tool of the client. */
  callClientTool(call: ClientToolCall): void
}

/** A session that was opened for a thread. */
export interface OpenedSession {
  readonly session: RunSession
  readonly model: string | undefined
  /** What clients have set. */
  settings: SessionSettings
  /** Whether the agent knows nothing of the thread yet. */
  isNew: boolean
  /** The client's tools from now on; what is to be told of them. */
  offerTools(tools: readonly ClientTool[]): readonly AgentEvent[]
  /** Whether an agent means one of the client's tools by this name. */
  isClientTool(name: string): boolean
  close(): Promise<void>
}

/** What a session is opened with for a thread. */
export interface Opening {
  readonly tools: readonly ClientTool[]
  readonly settings: SessionSettings
  readonly signal: AbortSignal
}

/** What a thread needs of those around it. */
export interface ThreadContext {
  readonly raw: boolean
  /** How long a client may take to answer. */
  readonly interruptMs: number
  /** Opens the session of a thread; the signal gives that up. */
  open(thread: ThreadPort, opening: Opening): Promise<OpenedSession>
  /** A policy that says which questions are left to the client. */
  policyFor(ask: (requestId: string) => void): PermissionPolicy
  /** Sets what a client asks for and has not been set. Gives the refusal of an agent that takes it only when it is started. */
  applySettings(opened: OpenedSession, settings: SessionSettings): Promise<CapstanError | undefined>
  /** Keeps which session of the agent the thread is. */
  remember(thread: ThreadPort, session: RunSession): void
}
