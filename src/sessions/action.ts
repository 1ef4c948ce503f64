import type { JsonSchema } from '../run/api/json-schema.ts'
import type { AgentIdentity } from './identity.ts'

/** Who may invoke an action: a handle with its `@`, an id, or whatever the function says of the authenticated identity. */
export type ActionSelector = string | ((identity: AgentIdentity) => boolean)

export interface ActionContext {
  invocationId: string
  /** Authenticated: not what the caller says of itself. */
  caller: AgentIdentity
  /** Aborted when the time is over or the caller goes. */
  signal: AbortSignal
}

export interface ActionDefinition<Input = unknown, Output = unknown> {
  /** Small letters, digits, `.`, `_` and `-`. */
  name: string
  description: string
  inputSchema?: JsonSchema
  outputSchema?: JsonSchema
  /** Everybody if not given. */
  availableTo?: readonly ActionSelector[]
  /** Asked before the input is looked at. */
  policy?(
    context: ActionContext,
  ): { allowed: boolean; reason?: string } | Promise<{ allowed: boolean; reason?: string }>
  handler(input: Input, context: ActionContext): Output | Promise<Output>
  /** 60 seconds if not given. */
  timeoutMs?: number
}

export interface ActionSummary {
  name: string
  description: string
  inputSchema?: JsonSchema
  outputSchema?: JsonSchema
  /** The session that exposes it; the host itself if not given. */
  exposedBy?: string
}

export interface InvokeOptions {
  /** The same key gives the result of the first invocation again. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export type ActionErrorCode =
  | 'action_not_found'
  | 'action_denied'
  | 'invalid_input'
  | 'action_failed'
  | 'action_timeout'
  | 'invalid_output'

/** What came of an invocation. */
export type ActionResult =
  | { action: string; invocationId: string; ok: true; output: unknown; durationMs: number }
  | {
      action: string
      invocationId: string
      ok: false
      error: { code: ActionErrorCode; message: string; issues?: readonly { path: string; message: string }[] }
    }
