export type { McpServer } from '../acp/mcp-servers.ts'
export type { SessionInfo } from '../acp/session-options.ts'
export { validateMcpServersWithCapabilities } from '../acp/mcp-servers.ts'
export { AgentCrashError } from './launch/agent-crash-error.ts'
export { agents } from './agents.ts'
export { NoAgentFitsError, type RefusedAgent } from './choice/no-agent-fits-error.ts'
export type { ChooseAgentOptions } from './choice/choose-agent.ts'
export type { JsonAnswer } from './ask-json.ts'
export { BudgetExceededError } from './budget/budget-exceeded-error.ts'
export {
  type AskJsonOptions,
  type AskOptions,
  type Client,
  type ClientOptions,
  createClient,
  type DetectedAgent,
} from './client.ts'
export type { KeptSessionsOptions } from './kept-sessions.ts'
export type { JsonSchema } from '../core/json-schema/json-schema.ts'
export { JsonValidationError } from './output/json-validation-error.ts'
export type { Attachment, FileAttachment, InlineAttachment, RunOptions, TurnOptions } from './api/options.ts'
export type { Enforcement, RunPlan } from './launch/enforcement.ts'
export type {
  BasicPolicy,
  PatternRules,
  PermissionDecider,
  PermissionPolicy,
  PermissionQuestion,
  PermissionRules,
} from './api/permission-policy.ts'
export { planRun } from './launch/plan.ts'
export type { ProbeOptions, ProbeResult } from './probe.ts'
export { ProviderError } from './conversation/provider-error.ts'
export type { OpenSession, ProfileQuery, Surface } from './profiles/profiles.ts'
export type { ElicitationAnswer, PermissionAnswer, Run, RunResult } from './api/run.ts'
export type { RunSession } from './session.ts'
export type { RunSessionOptions, SessionHost } from './session-options.ts'
export type { SessionSettings } from './api/session-settings.ts'
export type { StandardSchema } from './api/standard-schema.ts'
export type { OutputSchema } from './api/standard-schema.ts'
export type { RunContext, ValidatedRun } from './validate/validate.ts'
