import type { JsonSchema } from '../../core/json-schema/json-schema.ts'
import type { SessionsConnection } from '../wire/connect.ts'

export interface ToolCall {
  connection: SessionsConnection
  /** Validated against the tool's input schema. */
  input: Readonly<Record<string, unknown>>
  /** Aborted when the agent cancels the call. */
  signal: AbortSignal
}

/** Any JSON value. */
export interface ToolResult {
  value: unknown
  isError?: boolean
  /** The value matches the tool's output schema. */
  isStructured?: boolean
}

export interface Tool {
  name: string
  description: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  /** The tool changes nothing. */
  readOnly?: boolean
  call(call: ToolCall): Promise<ToolResult>
}
