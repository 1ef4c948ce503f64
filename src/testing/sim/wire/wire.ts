/** A JSON object, as it goes over the wire. */
export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A block of a prompt or of a message; what the sim does not take was refused before. */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource_link'; name: string; uri: string }
  | {
      type: 'resource'
      resource: { uri: string; mimeType?: string | null; text?: string; blob?: string }
    }

export type ToolKind = 'read' | 'edit' | 'search' | 'execute' | 'think' | 'other'

/** What a tool call shows, before a version of the protocol gives it its form. */
export type ToolContent =
  | { type: 'text'; text: string }
  | { type: 'diff'; path: string; oldText: string | null; newText: string }
  | { type: 'terminal'; terminalId: string }

export interface Location {
  path: string
  line?: number
}

/** A tool call as a whole. */
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

/** What changes in a tool call. */
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

/** Tokens of one turn; invented, since there is no model. */
export interface TurnUsage {
  totalTokens: number
  inputTokens: number
  outputTokens: number
  thoughtTokens: number
}
