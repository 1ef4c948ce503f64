import type { WireName } from './wire-name.ts'

/** A tool that a request offers to the model. */
export interface OfferedTool {
  name: string
  /** The group it is offered in, on the wire that has groups. */
  namespace?: string
  /** A JSON schema of its input; a tool without one takes plain text. */
  schema?: unknown
  takesText: boolean
}

/** One thing in a conversation that matters for finding the place in a script. */
export type Turn =
  /** What the user, or an agent in their name, wrote: one text for each block. */
  | { from: 'user'; texts: readonly string[] }
  /** The result of a call. */
  | { from: 'tool'; call: string }

/** A request for an answer of the model, whatever wire it came by. */
export interface ModelRequest {
  wire: WireName
  path: string
  model: string
  stream: boolean
  turns: readonly Turn[]
  tools: readonly OfferedTool[]
  /** The schema that the answer must fit. An empty one when any JSON does. */
  schema?: unknown
  body: Readonly<Record<string, unknown>>
}
