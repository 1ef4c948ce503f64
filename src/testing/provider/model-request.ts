import type { WireName } from './wire-name.ts'

/** A tool that a request offers to the model. */
export interface OfferedTool {
  name: string
  /** The group of the tool, in an API with groups. */
  namespace?: string
  /** The JSON Schema of its input; a tool without one takes plain text. */
  schema?: unknown
  takesText: boolean
}

/** An entry of a conversation that decides the position in a script. */
export type Turn =
  /** A message of the user, or of an agent on the user's behalf: one text for each block. */
  | { from: 'user'; texts: readonly string[] }
  /** The result of a call. */
  | { from: 'tool'; call: string }

/** A request for a model answer, from any API. */
export interface ModelRequest {
  wire: WireName
  path: string
  model: string
  stream: boolean
  turns: readonly Turn[]
  tools: readonly OfferedTool[]
  /** The schema that the answer must match; empty if any JSON is valid. */
  schema?: unknown
  body: Readonly<Record<string, unknown>>
}
