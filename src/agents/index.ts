export { AgentAdapter } from './adapter.ts'
export type { AskModelsOptions } from './ask-models.ts'
export { agentCatalog } from './catalog.ts'
export type {
  AcpTransport,
  AgentAuth,
  LoginCheck,
  AgentDefinition,
  AgentMaker,
  AgentPackage,
  Impostor,
} from './definition.ts'
export { type Basis, type DefinitionFact, type MuxFactId } from './definition-fact.ts'
export type { AgentFlags, Flag, FlagName } from './definition-flags.ts'
export type { OfferedModel } from './definition-model-list.ts'
export type { ModelQuestion } from './definition-models.ts'
export type { ThinkingCarrier, ThinkingControl } from './definition-thinking.ts'
export type { AgentUsage, TransportUsage } from './definition-usage.ts'
export type { Detection, DetectOptions } from './detect.ts'
export { chooseProvider, type ProviderRequest } from './choose-provider.ts'
export type { HeldPolicy, PolicyMeans } from './definition-policies.ts'
export type { ProviderChoice, ProviderMeans } from './definition-provider.ts'
export { launchPlan, type LaunchPlan, type LaunchRequest } from './launch-plan.ts'
export type { PlannedFile } from './planned-file.ts'
export { readDefinitions } from './read-definitions.ts'
export { type AdapterRegistry, createAdapterRegistry } from './registry.ts'
export { type ThinkingRequest, thinkingTransports, translateThinking } from './thinking.ts'
export { type ThinkingModel, thinkingModelOf } from './thinking-model.ts'
export type { LeftOutThinking, ThinkingTranslation } from './thinking-translation.ts'
