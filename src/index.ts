export {
  CapabilityError,
  type CapabilityErrorDetails,
  type CapabilityFact,
  CapabilityNotSupportedError,
  type CapabilityProfile,
  compare,
  type Comparison,
  type Evidence,
  explain,
  explanationText,
  factOf,
  mergeProfiles,
  type Requirement,
  requirementsFor,
  type Support,
  supportOf,
  valueOf,
} from './capabilities/index.ts'
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
} from './capabilities/ecosystems/mux/index.ts'
export { CapstanError } from './core/capstan-error.ts'
export { ValidationError, type ValidationIssue } from './core/validation-error.ts'
export { version } from './core/version.ts'
