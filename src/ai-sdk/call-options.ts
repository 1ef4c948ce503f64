/** The call options of the AI SDK that Capstan reads; V3 and V4 both fit. */
export interface ModelCallOptions {
  prompt: readonly ModelMessage[]
  maxOutputTokens?: number
  temperature?: number
  stopSequences?: readonly string[]
  topP?: number
  topK?: number
  presencePenalty?: number
  frequencyPenalty?: number
  responseFormat?: { type: 'text' } | { type: 'json'; schema?: object; name?: string; description?: string }
  seed?: number
  tools?: readonly { name: string }[]
  toolChoice?: { type: string }
  includeRawChunks?: boolean
  abortSignal?: AbortSignal
  /** `ai` 7 only. */
  reasoning?: string
}

/** One message of a prompt. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user' | 'assistant' | 'tool'; content: readonly ModelPart[] }

/** One part of a message. */
export type ModelPart =
  | { type: 'text' | 'reasoning'; text: string }
  | FilePart
  | { type: 'reasoning-file' | 'custom' }
  | { type: 'tool-call'; toolCallId: string; toolName: string; input: unknown }
  | { type: 'tool-result'; toolCallId: string; toolName: string; output: ToolOutput }
  | ApprovalResponse

/** A file; V3 and V4 represent `data` differently. */
export interface FilePart {
  type: 'file'
  filename?: string | undefined
  data: unknown
  mediaType: string
}

/** The output of a tool, in one of the SDK's forms. */
export interface ToolOutput {
  type: string
  value?: unknown
  reason?: string | undefined
}

/** A person's decision about a tool call. */
export interface ApprovalResponse {
  type: 'tool-approval-response'
  approvalId: string
  approved: boolean
  reason?: string | undefined
}
