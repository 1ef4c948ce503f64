import type { EventBase, Extensible, Meta } from './event-base.ts'
import type { OpenValue } from './open-value.ts'
import type { ToolCallPatch } from './tools/tool-call.ts'
import type { UnknownPart } from './unknown-part.ts'

/** The agent asks for permission and waits until the request is answered or cancelled. */
export interface PermissionRequestedEvent extends EventBase {
  type: 'permission.requested'
  /** The id to answer with. */
  requestId: string
  /** The question, for display. Absent: the subject describes it. */
  title?: string
  /** Why the agent asks. */
  description?: string
  /** The operation in question. */
  subject?: PermissionSubject
  /** The possible answers. */
  options: PermissionOption[]
}

/** A permission request was answered, by a person or by a policy. */
export interface PermissionResolvedEvent extends EventBase {
  type: 'permission.resolved'
  /** The request that was answered. */
  requestId: string
  /** The outcome. */
  outcome: PermissionOutcome
}

/** One possible answer. */
export interface PermissionOption extends Extensible {
  /** The id to answer with. */
  optionId: string
  /** Label for people. */
  name: string
  /** The effect of this answer. */
  kind: OpenValue<'allow-once' | 'allow-always' | 'reject-once' | 'reject-always'>
}

/** The operation that needs permission. */
export type PermissionSubject = ToolCallSubject | CommandSubject | UnknownPart

/** A tool call that waits for permission. */
export interface ToolCallSubject extends Extensible {
  type: 'tool-call'
  /** The known data of the call; it may exceed that of earlier events. */
  toolCall: ToolCallPatch
}

/** A command that waits for permission. */
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
