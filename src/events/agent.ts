import type { ErrorDetail } from './error.ts'
import type { EventBase } from './event-base.ts'
import type { OpenValue } from './open-value.ts'

/**
 * Why an agent works on a prompt.
 * - `chosen`: it is the best agent for the needs of the run
 * - `rate-limit`, `quota`, `overload`, `login`: the provider refused the previous agent
 * - `not-installed`: the previous agent is not installed
 * - `crash`: the previous agent ended before it did anything
 * - `cool-down`: the provider refused the previous agent in an earlier run
 */
export type AgentChangeReason = OpenValue<
  'chosen' | 'rate-limit' | 'quota' | 'overload' | 'login' | 'not-installed' | 'crash' | 'cool-down'
>

/** Capstan chose the agent of a run, or another agent works on the prompt from here on. */
export interface AgentChangedEvent extends EventBase {
  type: 'agent.changed'
  /** The agent that works on the prompt now. */
  agent: string
  /** Its model, if it is not the default. */
  model?: string
  /** The agent before; absent for the first one. */
  previousAgent?: string
  /** Why. */
  reason: AgentChangeReason
  /** The error of the previous agent. */
  error?: ErrorDetail
  /** When the previous agent can be used again, as ISO 8601 text. */
  until?: string
  /** True when the prompt now begins with a summary of what the previous agent did. */
  briefed?: boolean
}
