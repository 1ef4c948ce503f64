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
export type BasicPolicy = 'ask' | 'allow-reads' | 'allow' | 'deny' | PermissionDecider

/** Patterns of what is allowed and refused without asking; a refusal wins. A plain list allows. */
export type PatternRules =
  | readonly string[]
  | { readonly allow?: readonly string[]; readonly deny?: readonly string[] }

/**
 * A policy with rules. The sandbox and the model proxy enforce paths and hosts for every agent; rules for commands and
 * tools answer the agent's questions, before the policy does.
 */
export interface PermissionRules {
  readonly policy: BasicPolicy
  /** Files and folders outside of the workspace to read: absolute, `~/…`, or relative to the working folder. */
  readonly read?: readonly string[]
  /** Files and folders to change, outside of the workspace or in it. */
  readonly write?: readonly string[]
  /** Hosts to reach beside the agent's own: `name`, `*.name`, `*` or an IP address, with a port if only that one is meant. */
  readonly hosts?: readonly string[]
  /** Single commands; `*` stands for any text of a word, and as the last word for any further words. */
  readonly commands?: PatternRules
  /** Names of tools; `*` stands for any text. */
  readonly tools?: PatternRules
}

/** The policy for an agent's permission requests. */
export type PermissionPolicy = BasicPolicy | PermissionRules
