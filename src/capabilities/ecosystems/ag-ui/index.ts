export type {
  AgentCapabilities,
  ExecutionCapabilities,
  HumanInTheLoopCapabilities,
  IdentityCapabilities,
  MultiAgentCapabilities,
  MultimodalCapabilities,
  MultimodalInputCapabilities,
  MultimodalOutputCapabilities,
  OutputCapabilities,
  ReasoningCapabilities,
  StateCapabilities,
  SubagentInfo,
  Tool,
  ToolsCapabilities,
  TransportCapabilities,
} from './types.ts'
export { fromProfile, toProfile } from './profile.ts'
