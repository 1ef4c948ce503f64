import type { EventBase, Extensible, Meta } from './event-base.ts'
import type { OpenValue } from './open-value.ts'
import type { ToolCallPatch } from './tools/tool-call.ts'
import type { UnknownPart } from './unknown-part.ts'

/** The agent asks before it goes on. It waits until the request is answered or cancelled. */
export interface PermissionRequestedEvent extends EventBase {
  type: 'permission.requested'
  /** The id to answer with. */
  requestId: string
  /** What is asked, for people. Absent: the subject says it. */
  title?: string
  /** Why it is asked. */
  description?: string
  /** The operation in question. */
  subject?: PermissionSubject
  /** What can be answered. */
  options: PermissionOption[]
}

/** A permission request was answered, by a person or by a policy. */
export interface PermissionResolvedEvent extends EventBase {
  type: 'permission.resolved'
  /** The request that was answered. */
  requestId: string
  /** How it ended. */
  outcome: PermissionOutcome
}

/** One possible answer. */
export interface PermissionOption extends Extensible {
  /** The id to answer with. */
  optionId: string
  /** Label for people. */
  name: string
  /** What choosing it means. */
  kind: OpenValue<'allow-once' | 'allow-always' | 'reject-once' | 'reject-always'>
}

/** What permission is asked for. */
export type PermissionSubject = ToolCallSubject | CommandSubject | UnknownPart

/** A tool call that waits to run. */
export interface ToolCallSubject extends Extensible {
  type: 'tool-call'
  /** What is known of the call; it may tell more than the events before. */
  toolCall: ToolCallPatch
}

/** A command that waits to run. */
export interface CommandSubject extends Extensible {
  type: 'command'
  /** The command line. */
  command: string
  /** Absolute path of the working directory. */
  cwd: string
  /** The tool call that wants to run it. */
  toolCallId?: string
  /** The terminal it would run in. */
  terminalId?: string
}

/** How a request ended. */
export type PermissionOutcome =
  | { type: 'selected'; optionId: string; meta?: Meta }
  | { type: 'cancelled'; meta?: Meta }
  | UnknownPart
