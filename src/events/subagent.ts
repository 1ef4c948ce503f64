import type { Controls } from './sessions/controls.ts'
import type { EventBase, Extensible } from './event-base.ts'
import type { AgentActivity } from './sessions/status.ts'

/** The agent has a subagent, or one changed. An absent field stays as it was, `null` clears it. */
export interface SubagentUpdatedEvent extends EventBase {
  type: 'subagent.updated'
  /** The subagent's own session id; its events carry it too. */
  subagentId: string
  /** What to call it, for people. */
  title?: string | null
  /** What it is for. */
  description?: string | null
  /** What a caller may do to it. */
  controls?: Controls | null
  /** What it is doing. `null`: not known any more, which is not idle. */
  state?: SubagentState | null
  /** Absolute path. While absent, that of its parent. */
  cwd?: string | null
  /** Absolute paths. While absent, those of its parent. */
  additionalDirectories?: string[] | null
}

/** What a subagent is doing now. */
export interface SubagentState extends AgentActivity, Extensible {}
