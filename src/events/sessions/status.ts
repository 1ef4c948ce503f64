import type { ErrorDetail } from '../error.ts'
import type { EventBase, Meta } from '../event-base.ts'
import type { StopReason } from '../finish.ts'
import type { UnknownPart } from '../unknown-part.ts'
import type { TokenUsage } from '../usage.ts'

/** What a session is doing. */
export type AgentStatus =
  | 'starting'
  | 'active'
  | 'idle'
  | 'waiting'
  | 'blocked'
  | 'paused'
  | 'releasing'
  | 'released'
  | 'offline'
  | 'failed'

/** A snapshot of an agent's current state. A repeated snapshot carries no new information. */
export interface AgentActivity {
  /** `unknown`: not reported, or a state that this version does not know. Never treat it as idle. */
  status: AgentStatus | 'unknown'
  /** Why the work ended, if it just ended. */
  stopReason?: StopReason
  /** The other fields of a stop reason that this version does not know. */
  stopDetails?: Record<string, unknown>
  /** The failure behind stop reason `error`. */
  error?: ErrorDetail
  /** Tokens of the work that just ended. */
  tokens?: TokenUsage
  /** All background work. Absent: not reported. Empty: none. */
  background?: BackgroundWork[]
  /** A state that this version does not know. */
  customState?: CustomState
}

/** A state under its own name, kept whole. */
export interface CustomState {
  /** The name of the state. */
  name: string
  /** All its other fields, untouched. */
  data?: Record<string, unknown>
}

/** One background task. */
export type BackgroundWork =
  | { type: 'terminal'; terminalId: string; meta?: Meta }
  | { type: 'tool-call'; toolCallId: string; meta?: Meta }
  | { type: 'subagent'; subagentId: string; meta?: Meta }
  | UnknownPart

/** The session's status changed, or was reported again. */
export interface StatusChangedEvent extends EventBase, AgentActivity {
  type: 'status.changed'
  /** The previous status, if known. */
  previousStatus?: AgentStatus | 'unknown'
  /** Why, for people. */
  reason?: string
}
