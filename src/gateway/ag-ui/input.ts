/** A message of the client's transcript; what a role adds lies beside. */
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

/** How the client answers an interrupt. */
export interface ResumeEntry {
  interruptId: string
  status: 'resolved' | 'cancelled'
  payload?: unknown
}

/** What a client starts a run with. */
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
