/** A message of the client's transcript; roles may add fields. */
export interface InputMessage {
  id: string
  role: string
  content?: unknown
  toolCallId?: string | undefined
}

/** A tool that the client runs. */
export interface ClientTool {
  name: string
  description: string
  /** JSON Schema of its input. */
  parameters?: unknown
}

/** The client's answer to an interrupt. */
export interface ResumeEntry {
  interruptId: string
  status: 'resolved' | 'cancelled'
  payload?: unknown
}

/** The input of a run. */
export interface RunInput {
  threadId: string
  runId: string
  protocolVersion?: string | undefined
  parentRunId?: string | undefined
  state?: unknown
  messages: InputMessage[]
  tools: ClientTool[]
  context: { description: string; value: string }[]
  forwardedProps?: unknown
  resume?: ResumeEntry[] | undefined
}
