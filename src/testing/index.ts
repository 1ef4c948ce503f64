export { type CheckName, checkNames } from './contract/check-name.ts'
export type { ContractLimits, ContractSettings } from './contract/context.ts'
export type { ContractPrompts, TurnPrompts } from './contract/fill-prompt.ts'
export { defaultPrompts, loopbackPrompts } from './contract/prompts.ts'
export type { ContractProvider } from './contract/provider-requests.ts'
export type { CheckReport, CheckResult, ContractReport, NotTriedCause } from './contract/report.ts'
export type { ContractOptions } from './contract/contract-options.ts'
export { runAgentContract } from './contract/run-contract.ts'
export { contractTable } from './contract/report.ts'
export { providerSetup, type ProviderSetup, type ProviderSetupOptions } from './provider/provider-setup.ts'
export type { AnsweredBy, RecordedRequest, ReportedUsage } from './provider/script/recording.ts'
export type {
  AskedRequest,
  Fault,
  ModelScript,
  ModelStep,
  TokenUsage,
  ToolInput,
  ToolUse,
} from './provider/script/script.ts'
export { createModelProviderLazily as createModelProvider } from './provider/server.lazy.ts'
export type { ModelProvider, ModelProviderOptions } from './provider/server.ts'
export type { ThinkingAsked } from './provider/thinking-asked.ts'
export type { WireName } from './provider/wire-name.ts'
export { createRedactor, type RedactOptions } from './redact.ts'
export { replayAgent, type ReplayAgentOptions } from './replay-agent.ts'
export { simAgent, type SimAgentOptions } from './sim-agent.ts'
export type { Override, Scenario, Step } from './sim/scenario.ts'
export {
  parseTranscript,
  readTranscript,
  type Transcript,
  type TranscriptExit,
  type TranscriptFrame,
} from './transcript.ts'
export {
  createTranscriptWriter,
  type TranscriptWriter,
  type TranscriptWriterOptions,
} from './transcript-writer.ts'
