import type { SessionOptions } from '../sessions/session-options.ts'
import type { JsonObject, PermissionOption, PlanEntry, ToolCall, ToolCallChange, TurnUsage } from './wire.ts'

/** An advertised slash command. */
export interface PromptCommand {
  name: string
  description: string
  hint: string
}

/** The differences between the two protocol versions. */
export interface Dialect {
  readonly version: 1 | 2
  /** The answer to `initialize`. */
  initialized(version: number, authMethods: readonly { id: string; name: string }[]): JsonObject
  /** The response to a request that creates or opens a session. */
  opened(options: SessionOptions): JsonObject
  configOptions(options: SessionOptions): unknown[]
  /** The updates about changed options. */
  optionsChanged(options: SessionOptions): JsonObject[]
  commands(commands: readonly PromptCommand[]): unknown[]
  /** A whole message of the history. */
  message(from: 'user' | 'agent' | 'thought', messageId: string, content: readonly unknown[]): JsonObject[]
  toolCall(call: ToolCall): JsonObject
  toolCallChange(change: ToolCallChange): JsonObject
  plan(planId: string, entries: readonly PlanEntry[]): JsonObject
  permission(title: string, call: ToolCall, options: readonly PermissionOption[]): JsonObject
  /** The updates about the state of the session; version 1 has none. */
  state(state: 'running' | 'requires_action'): JsonObject[]
  idle(stopReason?: string, details?: { usage?: TurnUsage; error?: unknown }): JsonObject[]
}
