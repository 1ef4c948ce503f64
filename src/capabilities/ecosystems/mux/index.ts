export type {
  AgentCapabilities,
  AgentName,
  AuthMethod,
  BuiltInAgentName,
  InstallMethod,
  ModelCapabilities,
  PluginFormat,
  PluginRegistry,
  ThinkingEffortLevel,
} from './types.ts'
export { fromProfile, toProfile } from './agent-profile.ts'
export { modelFromProfile, modelToProfile } from './model-profile.ts'
