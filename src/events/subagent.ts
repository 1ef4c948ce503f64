import type { Controls } from './sessions/controls.ts'
import type { EventBase, Extensible } from './event-base.ts'
import type { AgentActivity } from './sessions/status.ts'

/** A subagent was created or changed. An absent field is unchanged, `null` clears it. */
export interface SubagentUpdatedEvent extends EventBase {
  type: 'subagent.updated'
  /** The subagent's own session id; its events carry it too. */
  subagentId: string
  /** Display name. */
  title?: string | null
  /** Purpose. */
  description?: string | null
  /** Controls that a caller may use now. */
  controls?: Controls | null
  /** Current state. `null`: no longer known, which does not mean idle. */
  state?: SubagentState | null
  /** Absolute path. Absent: the parent's. */
  cwd?: string | null
  /** Absolute paths. Absent: the parent's. */
  additionalDirectories?: string[] | null
}

/** Current state of a subagent. */
export interface SubagentState extends AgentActivity, Extensible {}
