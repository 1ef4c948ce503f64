export { fromProfile, initializeFromProfile } from './declaration.ts'
export { toProfile } from './profile.ts'
export type { AcpDeclaration } from './recognise.ts'
export type {
  AgentCapabilitiesV1,
  AgentCapabilitiesV2,
  IAgentCapabilities,
  InitializeAnswerV1,
  InitializeAnswerV2,
} from './types.ts'
