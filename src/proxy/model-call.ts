import type { FailureCode } from '../events/failure.ts'
import type { TokenUsage } from '../events/usage.ts'
import type { ModelApi } from './meter/model-api.ts'

/** How a call ended; `canceled` by the client, `halted` by the proxy. */
export type CallOutcome = 'completed' | 'failed' | 'canceled' | 'halted'

/** One request to a model, as the proxy saw it. A retry is a call of its own. */
export interface ModelCall {
  readonly id: string
  readonly state: 'running' | 'ended'
  /** Absent while the call is running. */
  readonly outcome?: CallOutcome
  readonly api: ModelApi
  /** The provider's host, with its port unless it is the default. */
  readonly host: string
  /** Whether the request offers tools to the model: a step of the agent, not a title or a suggestion. */
  readonly offersTools: boolean
  /** The model that the client requested, if the request is readable. */
  readonly requestedModel?: string
  /** The model that the provider named in its answer. */
  readonly model?: string
  /**
   * The tokens that the provider counted. `incomplete` if the provider did not report the final count: the call was cut or
   * canceled, or the API reported no usage. Absent until the provider reports, and for requests that it rejected.
   */
  readonly tokens?: TokenUsage
  /** Why the call failed. */
  readonly failure?: ProviderFailure
}

/** The failure of a model call, with the code that runs use for it on every transport. */
export interface ProviderFailure {
  readonly code: Extract<FailureCode, 'AUTH_ERROR' | 'RATE_LIMITED' | 'PROVIDER_ERROR'>
  /** The HTTP status, or the status that the provider's error stands for; absent if the connection failed. */
  readonly status?: number
  readonly message: string
  /** Whether a retry can succeed. */
  readonly retryable: boolean
  /** How long the provider asked to wait. */
  readonly retryAfterMs?: number
}
