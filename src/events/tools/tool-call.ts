import type { Controls } from '../sessions/controls.ts'
import type { ErrorDetail } from '../error.ts'
import type { EventBase, Extensible, Meta } from '../event-base.ts'
import type { OpenValue } from '../open-value.ts'
import type { ToolContent } from './tool-content.ts'

/** The kind of work a tool does, for icons and policies. */
export type ToolKind = OpenValue<
  'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'switch-mode' | 'other'
>

/** Status of a tool call. `completed`, `failed` and `cancelled` are final. */
export type ToolStatus = OpenValue<
  'pending' | 'in-progress' | 'paused' | 'completed' | 'failed' | 'cancelled'
>

/** A place in a file that a tool call reads or changes. */
export interface ToolLocation extends Extensible {
  /** Absolute path. */
  path: string
  /** Line, from 1. */
  line?: number
}

/** A change of a tool call: an absent field is unchanged, `null` clears it. */
export interface ToolCallPatch {
  /** Unique in the session. */
  toolCallId: string
  /** Programmatic name of the tool. */
  tool?: string | null
  /** What the call does, for people. */
  title?: string | null
  /** The kind of work. */
  kind?: ToolKind | null
  /** The current status. */
  status?: ToolStatus | null
  /** All content of the call; replaces the previous content. */
  content?: ToolContent[] | null
  /** All affected locations; replaces the previous list. */
  locations?: ToolLocation[] | null
  /** The whole input, as the tool gets it. */
  input?: unknown
  /** The whole output, as the tool gave it. */
  output?: unknown
  /** Controls that a caller may use now. */
  controls?: Controls | null
  /** Vendor data; a patch as well. */
  meta?: Meta | null
}

/** The agent called a tool. */
export interface ToolCalledEvent extends EventBase {
  type: 'tool.called'
  /** Unique in the session. Generated if the agent does not name its calls. */
  toolCallId: string
  /** Programmatic name of the tool. */
  tool?: string
  /** What the call does, for people. */
  title?: string
  /** The kind of work. */
  kind?: ToolKind
  /** The current status. */
  status?: ToolStatus
  /** The content so far. */
  content?: ToolContent[]
  /** The affected locations. */
  locations?: ToolLocation[]
  /** The whole input, if already known. */
  input?: unknown
  /** The whole output, if the call is reported after its end. */
  output?: unknown
  /** Controls that a caller may use now. */
  controls?: Controls
  /** The source's own name for this run of the tool. */
  run?: string
}

/** A piece of a call's input, as the model writes it. The whole input follows in `tool.updated`. */
export interface ToolInputEvent extends EventBase {
  type: 'tool.input'
  /** The call whose input grows. */
  toolCallId: string
  /** The piece of JSON text to append. */
  text: string
}

/** A tool call changed, ended or, if its id is new, began. */
export interface ToolUpdatedEvent extends EventBase, ToolCallPatch {
  type: 'tool.updated'
  /** How long the tool ran. */
  durationMs?: number
  /** Why it failed, with status `failed`. */
  error?: ErrorDetail
  /** The source's own name for this run of the tool. */
  run?: string
}

/** Content appended to a running call. */
export interface ToolOutputEvent extends EventBase {
  type: 'tool.output'
  /** The call. */
  toolCallId: string
  /** The content to append. */
  content: ToolContent
  /** Programmatic name of the tool. */
  tool?: string
  /** The source's own name for this run of the tool. */
  run?: string
}
