/** The declaration of an AG-UI agent. A missing field means unknown, not unsupported. */
export interface AgentCapabilities {
  identity?: IdentityCapabilities
  transport?: TransportCapabilities
  tools?: ToolsCapabilities
  output?: OutputCapabilities
  state?: StateCapabilities
  multiAgent?: MultiAgentCapabilities
  reasoning?: ReasoningCapabilities
  multimodal?: MultimodalCapabilities
  execution?: ExecutionCapabilities
  humanInTheLoop?: HumanInTheLoopCapabilities
  /** Additional data of an integration. */
  custom?: Record<string, unknown>
}

export interface IdentityCapabilities {
  name?: string
  /** The framework behind the agent. */
  type?: string
  description?: string
  version?: string
  provider?: string
  documentationUrl?: string
  metadata?: Record<string, unknown>
}

export interface TransportCapabilities {
  streaming?: boolean
  websocket?: boolean
  /** Protobuf over HTTP. */
  httpBinary?: boolean
  /** Updates by webhook after a run. */
  pushNotifications?: boolean
  resumable?: boolean
}

/** A tool of the agent; `parameters` is a JSON Schema. */
export interface Tool {
  name: string
  description: string
  parameters?: unknown
  metadata?: Record<string, unknown>
}

export interface ToolsCapabilities {
  supported?: boolean
  items?: Tool[]
  parallelCalls?: boolean
  /** Whether the agent can use tools of the client. */
  clientProvided?: boolean
}

export interface OutputCapabilities {
  structuredOutput?: boolean
  supportedMimeTypes?: string[]
}

export interface StateCapabilities {
  snapshots?: boolean
  deltas?: boolean
  memory?: boolean
  persistentState?: boolean
}

export interface SubagentInfo {
  name: string
  description?: string
}

export interface MultiAgentCapabilities {
  supported?: boolean
  delegation?: boolean
  handoffs?: boolean
  /** The name since AG-UI 1.0. */
  subagents?: SubagentInfo[]
  /** The name before AG-UI 1.0; Capstan writes both. */
  subAgents?: SubagentInfo[]
}

export interface ReasoningCapabilities {
  supported?: boolean
  streaming?: boolean
  encrypted?: boolean
}

export interface MultimodalInputCapabilities {
  image?: boolean
  audio?: boolean
  video?: boolean
  pdf?: boolean
  file?: boolean
}

export interface MultimodalOutputCapabilities {
  image?: boolean
  audio?: boolean
}

export interface MultimodalCapabilities {
  input?: MultimodalInputCapabilities
  output?: MultimodalOutputCapabilities
}

export interface ExecutionCapabilities {
  codeExecution?: boolean
  sandboxed?: boolean
  maxIterations?: number
  /** Milliseconds. */
  maxExecutionTime?: number
}

export interface HumanInTheLoopCapabilities {
  supported?: boolean
  approvals?: boolean
  interventions?: boolean
  feedback?: boolean
  /** Whether runs can end with an interrupt and be resumed. */
  interrupts?: boolean
  approveWithEdits?: boolean
}
