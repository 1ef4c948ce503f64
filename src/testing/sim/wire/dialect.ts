import type { SessionOptions } from '../sessions/session-options.ts'
import type { JsonObject, PermissionOption, PlanEntry, ToolCall, ToolCallChange, TurnUsage } from './wire.ts'

/** A word that can stand at the start of a prompt, as it is advertised. */
export interface PromptCommand {
  name: string
  description: string
  hint: string
}

/** What the two versions of the protocol say differently. */
export interface Dialect {
  readonly version: 1 | 2
  /** The answer to `initialize`. */
  initialized(version: number, authMethods: readonly { id: string; name: string }[]): JsonObject
  /** What a session is answered with when it is made or opened. */
  opened(options: SessionOptions): JsonObject
  configOptions(options: SessionOptions): unknown[]
  /** The updates that tell of options that were changed. */
  optionsChanged(options: SessionOptions): JsonObject[]
  commands(commands: readonly PromptCommand[]): unknown[]
  /** A whole message of the history. */
  message(from: 'user' | 'agent' | 'thought', messageId: string, content: readonly unknown[]): JsonObject[]
  toolCall(call: ToolCall): JsonObject
  toolCallChange(change: ToolCallChange): JsonObject
  plan(planId: string, entries: readonly PlanEntry[]): JsonObject
  permission(title: string, call: ToolCall, options: readonly PermissionOption[]): JsonObject
  /** The updates that tell what state the session is in; version 1 has none. */
  state(state: 'running' | 'requires_action'): JsonObject[]
  idle(stopReason?: string, details?: { usage?: TurnUsage; error?: unknown }): JsonObject[]
}
