export { AgentAdapter } from './adapter.ts'
export type { AskModelsOptions } from './models/ask-models.ts'
export { agentCatalog } from './catalog.ts'
export type {
  AcpTransport,
  AgentAuth,
  LoginCheck,
  AgentDefinition,
  AgentMaker,
  AgentPackage,
  Impostor,
} from './definition/definition.ts'
export { type Basis, type DefinitionFact, type MuxFactId } from './definition/definition-fact.ts'
export type { AgentFlags, Flag, FlagName } from './definition/definition-flags.ts'
export type { OfferedModel } from './definition/definition-model-list.ts'
export type { ModelQuestion } from './definition/definition-models.ts'
export type { ThinkingCarrier, ThinkingControl } from './definition/definition-thinking.ts'
export type { AgentUsage, TransportUsage } from './definition/definition-usage.ts'
export type { Detection, DetectOptions } from './detect/detect.ts'
export { chooseProvider, type ProviderRequest } from './launch/choose-provider.ts'
export type { FolderProgram, HeldPolicy, PolicyMeans } from './definition/definition-policies.ts'
export type { ProviderChoice, ProviderMeans } from './definition/definition-provider.ts'
export { agentHistory } from './history/agent-history.lazy.ts'
export type {
  AgentHistory,
  CheckTimeline,
  HistorySeries,
  TimelineCell,
  TimelineChange,
  UntriedVersion,
} from './history/timeline.ts'
export { launchPlan, type LaunchPlan } from './launch/launch-plan.ts'
export type { LaunchRequest } from './launch/launch-request.ts'
export type { PlannedFile } from './definition/planned-file.ts'
export { readDefinitions } from './check/read-definitions.ts'
export { type AdapterRegistry, createAdapterRegistry } from './registry.ts'
export { type ThinkingRequest, thinkingTransports, translateThinking } from './thinking/thinking.ts'
export { type ThinkingModel, thinkingModelOf } from './thinking/thinking-model.ts'
export type { LeftOutThinking, ThinkingTranslation } from './thinking/thinking-translation.ts'
