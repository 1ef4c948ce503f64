import type { JsonObject, JsonValue } from './json-value.ts'

/** A setting that Capstan ignored or applied differently. */
export type ModelWarning =
  | { type: 'unsupported'; feature: string; details?: string }
  | { type: 'compatibility'; feature: string; details?: string }
  | { type: 'other'; message: string }

/** Token counts of a call; a count the agent did not report is undefined. */
export interface ModelTokens {
  inputTokens: {
    total: number | undefined
    noCache: number | undefined
    cacheRead: number | undefined
    cacheWrite: number | undefined
  }
  outputTokens: {
    total: number | undefined
    text: number | undefined
    reasoning: number | undefined
  }
  /** The counts as the agent reported them. */
  raw?: JsonObject
}

/** Why a call ended: the SDK's reason, and Capstan's as `raw`. */
export interface ModelFinishReason {
  unified: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'
  raw: string | undefined
}

/** Session id, run id, cost and duration of a call, under `capstan`. */
export type ModelMetadata = Record<string, JsonObject>

/** A call of one of the agent's own tools. */
export interface ToolCallPart {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  /** JSON text. */
  input: string
  providerExecuted: true
  dynamic: true
}

/** The result of a call of one of the agent's own tools. */
export interface ToolResultPart {
  type: 'tool-result'
  toolCallId: string
  toolName: string
  result: NonNullable<JsonValue>
  isError?: boolean
  dynamic: true
}

/** A person must decide about a call before the agent continues. */
export interface ToolApprovalPart {
  type: 'tool-approval-request'
  approvalId: string
  toolCallId: string
}

/** An image or audio the agent produced; V3 and V4 represent `data` differently. */
export interface FileOutputPart<FileData> {
  type: 'file'
  mediaType: string
  data: FileData
}

/** One part of a stream. */
export type ModelStreamPart<FileData> =
  | { type: 'stream-start'; warnings: ModelWarning[] }
  | { type: 'response-metadata'; id?: string; timestamp: Date; modelId: string }
  | { type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'; id: string }
  | { type: 'text-delta' | 'reasoning-delta'; id: string; delta: string }
  | {
      type: 'tool-input-start'
      id: string
      toolName: string
      providerExecuted: true
      dynamic: true
      title?: string
    }
  | { type: 'tool-input-delta'; id: string; delta: string }
  | { type: 'tool-input-end'; id: string }
  | ToolCallPart
  | ToolResultPart
  | ToolApprovalPart
  | FileOutputPart<FileData>
  | { type: 'raw'; rawValue: unknown }
  | { type: 'error'; error: unknown }
  | FinishPart

/** The end of a stream. */
export interface FinishPart {
  type: 'finish'
  usage: ModelTokens
  finishReason: ModelFinishReason
  providerMetadata: ModelMetadata
}

/** One part of a complete answer. */
export type ModelContent<FileData> =
  | { type: 'text' | 'reasoning'; text: string }
  | ToolCallPart
  | ToolResultPart
  | ToolApprovalPart
  | FileOutputPart<FileData>
