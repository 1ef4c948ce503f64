import type { JsonSchema } from '../run/api/json-schema.ts'
import type { AgentIdentity } from './identity.ts'

/** Who may invoke an action: an `@handle`, an id, or a function of the authenticated identity. */
export type ActionSelector = string | ((identity: AgentIdentity) => boolean)

export interface ActionContext {
  invocationId: string
  /** The authenticated caller, never a name the caller claims. */
  caller: AgentIdentity
  /** Aborted on timeout or when the caller disconnects. */
  signal: AbortSignal
}

/** The input is a copy as JSON data that no schema has checked yet. */
export interface PolicyContext extends ActionContext {
  input: unknown
}

export interface ActionDefinition<Input = unknown, Output = unknown> {
  /** Lowercase letters, digits, `.`, `_` and `-`. */
  name: string
  description: string
  inputSchema?: JsonSchema
  outputSchema?: JsonSchema
  /** Default: everyone. */
  availableTo?: readonly ActionSelector[]
  /** Decides with the input, before it is validated. */
  policy?(
    context: PolicyContext,
  ): { allowed: boolean; reason?: string } | Promise<{ allowed: boolean; reason?: string }>
  handler(input: Input, context: ActionContext): Output | Promise<Output>
  /** Default: 60 seconds. */
  timeoutMs?: number
}

export interface ActionSummary {
  name: string
  description: string
  inputSchema?: JsonSchema
  outputSchema?: JsonSchema
  /** The session that exposes the action; undefined for an action of the owner. */
  exposedBy?: string
}

export interface InvokeOptions {
  /** A repeated key returns the result of the first invocation. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A request to run an action. */
export interface ActionRequest extends InvokeOptions {
  action: string
  input: unknown
}

export type ActionErrorCode =
  | 'action_not_found'
  | 'action_denied'
  | 'invalid_input'
  | 'action_failed'
  | 'action_timeout'
  | 'invalid_output'

/** The result of an invocation. */
export type ActionResult =
  | { action: string; invocationId: string; ok: true; output: unknown; durationMs: number }
  | {
      action: string
      invocationId: string
      ok: false
      error: { code: ActionErrorCode; message: string; issues?: readonly { path: string; message: string }[] }
    }
