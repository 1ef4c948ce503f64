import type { Controls } from '../sessions/controls.ts'
import type { ErrorDetail } from '../error.ts'
import type { EventBase, Extensible, Meta } from '../event-base.ts'
import type { OpenValue } from '../open-value.ts'
import type { ToolContent } from './tool-content.ts'

/** What sort of work a tool does, for icons and policies. */
export type ToolKind = OpenValue<
  'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'switch-mode' | 'other'
>

/** Where a tool call stands. `completed`, `failed` and `cancelled` are final. */
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

/** A change of a tool call: an absent field stays as it was, `null` clears it. */
export interface ToolCallPatch {
  /** Unique in the session. */
  toolCallId: string
  /** Programmatic name of the tool. */
  tool?: string | null
  /** What the call does, for people. */
  title?: string | null
  /** What sort of work it is. */
  kind?: ToolKind | null
  /** Where it stands. */
  status?: ToolStatus | null
  /** Everything the call shows; replaces what was there. */
  content?: ToolContent[] | null
  /** All places it touches; replaces what was there. */
  locations?: ToolLocation[] | null
  /** The whole input, as the tool gets it. */
  input?: unknown
  /** The whole output, as the tool gave it. */
  output?: unknown
  /** What a caller may do to it. */
  controls?: Controls | null
  /** Vendor data; a patch as well. */
  meta?: Meta | null
}

/** The agent called a tool. */
export interface ToolCalledEvent extends EventBase {
  type: 'tool.called'
  /** Unique in the session. A source that does not name its calls gets one made. */
  toolCallId: string
  /** Programmatic name of the tool. */
  tool?: string
  /** What the call does, for people. */
  title?: string
  /** What sort of work it is. */
  kind?: ToolKind
  /** Where it stands. */
  status?: ToolStatus
  /** What it shows already. */
  content?: ToolContent[]
  /** The places it touches. */
  locations?: ToolLocation[]
  /** The whole input, when it is known already. */
  input?: unknown
  /** The whole output, when the call is told after the fact. */
  output?: unknown
  /** What a caller may do to it. */
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

/** A tool call changed, ended or, when its id is new, began. `status` says where it stands. */
export interface ToolUpdatedEvent extends EventBase, ToolCallPatch {
  type: 'tool.updated'
  /** How long the tool ran. */
  durationMs?: number
  /** Why it failed, with status `failed`. */
  error?: ErrorDetail
  /** The source's own name for this run of the tool. */
  run?: string
}

/** One more thing a running call shows, appended to its content. */
export interface ToolOutputEvent extends EventBase {
  type: 'tool.output'
  /** The call that shows it. */
  toolCallId: string
  /** The thing to append. */
  content: ToolContent
  /** Programmatic name of the tool. */
  tool?: string
  /** The source's own name for this run of the tool. */
  run?: string
}
