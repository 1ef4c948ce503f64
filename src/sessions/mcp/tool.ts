import type { JsonSchema } from '../../core/json-schema/json-schema.ts'
import type { SessionsConnection } from '../wire/connect.ts'

/** What a tool is called with. */
export interface ToolCall {
  connection: SessionsConnection
  /** Fits the tool's input schema. */
  input: Readonly<Record<string, unknown>>
  /** Aborted when the agent gives the call up. */
  signal: AbortSignal
}

/** What a tool gives: any JSON, as an error where it failed. */
export interface ToolResult {
  value: unknown
  isError?: boolean
  /** The value fits the tool's output schema. */
  isStructured?: boolean
}

/** Something the agent can do here. */
export interface Tool {
  name: string
  description: string
  inputSchema: JsonSchema
  outputSchema?: JsonSchema
  /** It changes nothing. */
  readOnly?: boolean
  call(call: ToolCall): Promise<ToolResult>
}
