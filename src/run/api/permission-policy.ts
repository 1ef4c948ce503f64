import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type { ToolKind } from '../../events/tools/tool-call.ts'
import type { PermissionAnswer } from './run.ts'

/** What an agent wants to do, in terms that rules can be made of. */
export interface PermissionQuestion {
  readonly kind: ToolKind | undefined
  /** The tool's programmatic name. */
  readonly tool: string | undefined
  /** Paths it touches or runs in, as they are told: absolute, or in a tool's input also relative to the working folder. */
  readonly paths: readonly string[]
  /** The command line it wants to run. */
  readonly command: string | undefined
  /** Fields of the tool's input that hold text of unknown meaning: it may be a place or a command. */
  readonly unknownFields: readonly string[]
  /** The request as it was asked. */
  readonly request: PermissionRequestedEvent
}

/** Decides by itself; `ask` leaves the request to whoever reads the run's events. */
export type PermissionDecider = (
  question: PermissionQuestion,
) => PermissionAnswer | 'ask' | Promise<PermissionAnswer | 'ask'>

/**
 * - `ask`: whoever reads the events answers with `respond`
 * - `allow-reads`: what is known to only read inside the workspace is allowed, everything else refused
 * - `allow`: everything is allowed, once each time
 * - `deny`: everything is refused, also when the agent offers no way to refuse
 */
export type PermissionPolicy = 'ask' | 'allow-reads' | 'allow' | 'deny' | PermissionDecider
