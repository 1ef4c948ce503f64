/** A JSON object of a message. */
export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A block of a prompt or a message; unsupported blocks were rejected before. */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource_link'; name: string; uri: string }
  | {
      type: 'resource'
      resource: { uri: string; mimeType?: string | null; text?: string; blob?: string }
    }

export type ToolKind = 'read' | 'edit' | 'search' | 'execute' | 'think' | 'other'

/** The content of a tool call, independent of the protocol version. */
export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'diff'; path: string; oldText: string | null; newText: string }
  | { type: 'terminal'; terminalId: string }

export interface Location {
  path: string
  line?: number
}

/** A whole tool call. */
export interface ToolCall {
  toolCallId: string
  name: string
  title: string
  kind: ToolKind
  status: 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'
  content: readonly ToolContent[]
  locations: readonly Location[]
  rawInput: unknown
  rawOutput?: unknown
}

/** A change of a tool call. */
export type ToolCallChange = Pick<ToolCall, 'toolCallId'> & Partial<ToolCall>

export interface PlanEntry {
  content: string
  priority: 'medium'
  status: 'pending' | 'in_progress' | 'completed'
}

export interface PermissionOption {
  optionId: string
  name: string
  kind: string
}

/** Tokens of one turn; invented, because there is no model. */
export interface TurnUsage {
  totalTokens: number
  inputTokens: number
  outputTokens: number
  thoughtTokens: number
}
