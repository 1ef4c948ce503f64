import type { CapstanError } from '../../core/capstan-error.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { PermissionPolicy } from '../../run/api/permission-policy.ts'
import type { SessionSettings } from '../../run/api/session-settings.ts'
import type { TurnFollower } from '../../sessions/agent/turn-follower.ts'
import type { OwnedAgentSession } from '../../sessions/agent/owned-agent-session.ts'
import type { ClientTool } from '../ag-ui/input.ts'
import type { ThreadRecord, ThreadStore } from './thread-store.ts'
import type { ClientToolCall } from './turn.ts'

/** The part of a thread that the tool bridge and its context use. */
export interface ThreadPort extends TurnFollower {
  readonly id: string
  /** The stored data of the thread; undefined before its first run. */
  readonly record: ThreadRecord | undefined
  /** The agent calls a tool of the client. */
  callClientTool(call: ClientToolCall): void
}

/** A session that was opened for a thread. */
export interface OpenedSession {
  readonly session: OwnedAgentSession
  readonly model: string | undefined
  /** Settings that clients have applied. */
  settings: SessionSettings
  /** The agent's own values of the settings that were not set when it started. */
  readonly defaults: SessionSettings
  /** Whether the agent knows nothing of the thread yet. */
  isNew: boolean
  /** Replaces the client's tools. Returns events to emit about them. */
  offerTools(tools: readonly ClientTool[]): readonly AgentEvent[]
  /** Whether the agent uses this name for one of the client's tools. */
  isClientTool(name: string): boolean
  /** Stops the agent; the session stays offline. */
  close(reason: string): Promise<void>
}

/** Options to open the session of a thread. */
export interface Opening {
  readonly tools: readonly ClientTool[]
  readonly settings: SessionSettings
  readonly signal: AbortSignal
}

/** Dependencies of a thread. */
export interface ThreadContext {
  readonly agent: string
  readonly raw: boolean
  /** Time for a client to answer an interrupt. */
  readonly interruptMs: number
  readonly store: ThreadStore
  readonly warn: (message: string) => void
  /** Opens the session of a thread; the signal cancels it. */
  open(thread: ThreadPort, opening: Opening): Promise<OpenedSession>
  /** The permission policy; calls `ask` with each request that the client must answer. */
  policyFor(ask: (requestId: string) => void): PermissionPolicy
  /** Applies changed settings. Returns the error if the agent accepts them only at startup and can be restarted. */
  applySettings(opened: OpenedSession, settings: SessionSettings): Promise<CapstanError | undefined>
}
