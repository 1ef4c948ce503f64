export type { McpServer } from '../acp/mcp-servers.ts'
export type { SessionInfo } from '../acp/session-options.ts'
export { validateMcpServersWithCapabilities } from '../acp/mcp-servers.ts'
export { AgentCrashError } from './agent-crash-error.ts'
export { agents } from './agents.ts'
export type { JsonAnswer } from './ask-json.ts'
export { BudgetExceededError } from './budget-exceeded-error.ts'
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
export { JsonValidationError } from './json-validation-error.ts'
export type { Attachment, FileAttachment, InlineAttachment, RunOptions, TurnOptions } from './options.ts'
export type { PermissionDecider, PermissionPolicy, PermissionQuestion } from './permission-policy.ts'
export { planRun } from './plan.ts'
export type { ProbeOptions, ProbeResult } from './probe.ts'
export { ProviderError } from './provider-error.ts'
export type { OpenSession, ProfileQuery, Surface } from './profiles.ts'
export type { ElicitationAnswer, PermissionAnswer, Run, RunResult } from './run.ts'
export type { AgentSession, AgentSessionOptions, SessionHost } from './session.ts'
export type { SessionSettings } from './session-settings.ts'
export type { StandardSchema } from './standard-schema.ts'
export type { OutputSchema } from './standard-schema.ts'
export type { RunContext, ValidatedRun } from './validate.ts'
