import type { ErrorDetail } from './error.ts'
import type { EventBase } from './event-base.ts'
import type { OpenValue } from './open-value.ts'
import type { Cost, TokenUsage } from './usage.ts'

/** Why the agent stopped working on a prompt. */
export type StopReason = OpenValue<
  'end-turn' | 'max-tokens' | 'max-turn-requests' | 'refusal' | 'cancelled' | 'error'
>

/** The run has ended. Every run emits exactly one `finish`, as its last event. */
export interface FinishEvent extends EventBase {
  type: 'finish'
  /** `error` when the run failed; `error` then says why. */
  stopReason: StopReason
  /** Tokens of the run. */
  tokens?: TokenUsage
  /** Cost of the run. */
  cost?: Cost
  /** The structured result, if requested. */
  result?: unknown
  /** Why the run failed. */
  error?: ErrorDetail
}
