/** Vendor data; Capstan's is under `capstan`. */
export type Metadata = Record<string, unknown>

interface Base {
  /** Whole milliseconds since the epoch. */
  timestamp?: number
  metadata?: Metadata
}

/** An event that a subagent may own. */
interface Owned extends Base {
  subagentRunId?: string
}

export interface RunStartedEvent extends Base {
  type: 'RUN_STARTED'
  threadId: string
  runId: string
  protocolVersion?: string
  parentRunId?: string
}

export interface RunFinishedEvent extends Base {
  type: 'RUN_FINISHED'
  threadId: string
  runId: string
  result?: unknown
  outcome?: RunOutcome
  usage?: TokenCounts[]
}

export interface RunErrorEvent extends Base {
  type: 'RUN_ERROR'
  message: string
  code?: string
  usage?: TokenCounts[]
}

/** How a run ended. */
export type RunOutcome =
  | { type: 'success'; pendingToolCallIds?: string[] }
  | { type: 'interrupt'; interrupts: Interrupt[] }
  | { type: 'cancelled' }

/** A question that a person must answer before the thread continues. */
export interface Interrupt {
  id: string
  reason: string
  message?: string
  toolCallId?: string
  /** JSON Schema of the payload that resolves it. */
  responseSchema?: Record<string, unknown>
  /** ISO 8601. */
  expiresAt?: string
  metadata?: Metadata
  subagentRunId?: string
}

/** Whole numbers; the totals include the parts. */
export interface TokenCounts {
  provider?: string
  model?: string
  inputTokens?: number
  outputTokens?: number
  totalTokens?: number
  reasoningTokens?: number
  cachedInputTokens?: number
  cacheWriteInputTokens?: number
}

export interface TextStartEvent extends Owned {
  type: 'TEXT_MESSAGE_START'
  messageId: string
  role: 'assistant' | 'system'
}

export interface TextContentEvent extends Owned {
  type: 'TEXT_MESSAGE_CONTENT'
  messageId: string
  delta: string
}

export interface TextEndEvent extends Owned {
  type: 'TEXT_MESSAGE_END'
  messageId: string
}

export interface ReasoningStartEvent extends Owned {
  type: 'REASONING_START'
  messageId: string
}

export interface ReasoningMessageStartEvent extends Owned {
  type: 'REASONING_MESSAGE_START'
  messageId: string
  role: 'reasoning'
}

export interface ReasoningContentEvent extends Owned {
  type: 'REASONING_MESSAGE_CONTENT'
  messageId: string
  delta: string
}

export interface ReasoningMessageEndEvent extends Owned {
  type: 'REASONING_MESSAGE_END'
  messageId: string
}

export interface ReasoningEndEvent extends Owned {
  type: 'REASONING_END'
  messageId: string
}

export interface ToolStartEvent extends Owned {
  type: 'TOOL_CALL_START'
  toolCallId: string
  toolCallName: string
}

export interface ToolArgsEvent extends Owned {
  type: 'TOOL_CALL_ARGS'
  toolCallId: string
  delta: string
}

export interface ToolEndEvent extends Owned {
  type: 'TOOL_CALL_END'
  toolCallId: string
}

export interface ToolResultEvent extends Owned {
  type: 'TOOL_CALL_RESULT'
  messageId: string
  toolCallId: string
  content: string
  role: 'tool'
}

/** An RFC 6902 operation. */
export type PatchOperation =
  | { op: 'add' | 'replace'; path: string; value: unknown }
  | { op: 'remove'; path: string }

export interface StateSnapshotEvent extends Base {
  type: 'STATE_SNAPSHOT'
  snapshot: unknown
}

export interface StateDeltaEvent extends Base {
  type: 'STATE_DELTA'
  delta: PatchOperation[]
}

export interface MessagesSnapshotEvent extends Base {
  type: 'MESSAGES_SNAPSHOT'
  messages: HistoryMessage[]
}

/** Optional fields of every message. */
export interface HistoryBase {
  metadata?: Metadata
  subagentRunId?: string
}

/** A message of a thread, as clients store it. */
export type HistoryMessage = HistoryBase &
  (
    | { id: string; role: 'user'; content: unknown }
    | {
        id: string
        role: 'assistant' | 'system' | 'developer'
        content?: string
        toolCalls?: HistoryToolCall[]
      }
    | { id: string; role: 'tool'; toolCallId: string; content: string }
    | { id: string; role: 'reasoning'; content: string }
    | { id: string; role: 'activity'; activityType: string; content: Record<string, unknown> }
  )

/** A tool call inside a message. */
export interface HistoryToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
  metadata?: Metadata
}

export interface ActivitySnapshotEvent extends Base {
  type: 'ACTIVITY_SNAPSHOT'
  messageId: string
  activityType: string
  content: Record<string, unknown>
  replace?: boolean
}

export interface ActivityDeltaEvent extends Base {
  type: 'ACTIVITY_DELTA'
  messageId: string
  activityType: string
  patch: PatchOperation[]
}

export interface RawEvent extends Base {
  type: 'RAW'
  event: unknown
  source?: string
}

export interface CustomEvent extends Base {
  type: 'CUSTOM'
  name: string
  value: unknown
}

export interface SubagentStartedEvent extends Base {
  type: 'SUBAGENT_STARTED'
  subagentRunId: string
  name: string
  description?: string
}

export interface SubagentFinishedEvent extends Base {
  type: 'SUBAGENT_FINISHED'
  subagentRunId: string
  outcome?: { type: 'success' } | { type: 'suspended'; interruptIds?: string[] }
}

export interface SubagentErrorEvent extends Base {
  type: 'SUBAGENT_ERROR'
  subagentRunId: string
  message: string
  code?: string
}

/** Every event the gateway sends to an AG-UI client. */
export type AgUiEvent =
  | RunStartedEvent
  | RunFinishedEvent
  | RunErrorEvent
  | TextStartEvent
  | TextContentEvent
  | TextEndEvent
  | ReasoningStartEvent
  | ReasoningMessageStartEvent
  | ReasoningContentEvent
  | ReasoningMessageEndEvent
  | ReasoningEndEvent
  | ToolStartEvent
  | ToolArgsEvent
  | ToolEndEvent
  | ToolResultEvent
  | StateSnapshotEvent
  | StateDeltaEvent
  | MessagesSnapshotEvent
  | ActivitySnapshotEvent
  | ActivityDeltaEvent
  | RawEvent
  | CustomEvent
  | SubagentStartedEvent
  | SubagentFinishedEvent
  | SubagentErrorEvent

/** The events that end a run: a stream has exactly one, and it is the last. */
export type TerminalEvent = RunFinishedEvent | RunErrorEvent

/** Whether an event ends its run. */
export function isTerminal(event: AgUiEvent): event is TerminalEvent {
  return event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR'
}
