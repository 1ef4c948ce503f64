import type { PermissionRequestedEvent } from '../../events/permission.ts'
import type { ToolKind } from '../../events/tools/tool-call.ts'
import type { PermissionAnswer } from './run.ts'

/** A permission request of an agent, in a form that rules can match. */
export interface PermissionQuestion {
  readonly kind: ToolKind | undefined
  /** The tool's programmatic name. */
  readonly tool: string | undefined
  /** Paths the tool touches or runs in, as reported: absolute, or relative to the working folder in a tool's input. */
  readonly paths: readonly string[]
  /** The command line to run. */
  readonly command: string | undefined
  /** Fields of the tool's input with text of unknown meaning: it may be a path or a command. */
  readonly unknownFields: readonly string[]
  /** The original request. */
  readonly request: PermissionRequestedEvent
}

/** Decides in code; `ask` leaves the request to the reader of the run's events. */
export type PermissionDecider = (
  question: PermissionQuestion,
) => PermissionAnswer | 'ask' | Promise<PermissionAnswer | 'ask'>

/**
 * - `ask`: the reader of the events answers with `respond`
 * - `allow-reads`: allows actions that only read inside the workspace, refuses everything else
 * - `allow`: allows everything, once per request
 * - `deny`: refuses everything, even if the agent offers no option to refuse
 */
export type PermissionPolicy = 'ask' | 'allow-reads' | 'allow' | 'deny' | PermissionDecider
