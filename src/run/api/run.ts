import type { CapstanError } from '../../core/capstan-error.ts'
import type { AgentChangedEvent } from '../../events/agent.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { StopReason } from '../../events/finish.ts'
import type { Cost, TokenUsage } from '../../events/usage.ts'

/** The result of a run. */
export interface RunResult {
  readonly runId: string
  /** The agent that answered. */
  readonly agent: string
  /** How that agent was chosen, and every change of the agent, in order; absent if the caller named it. */
  readonly agentChanges?: readonly AgentChangedEvent[]
  /** The session, to resume later. */
  readonly sessionId: string
  /** The text of the last turn. */
  readonly text: string
  /** The thinking of the last turn. */
  readonly thinking: string
  readonly stopReason: StopReason
  /** Tokens of the run, if reported. */
  readonly tokens?: TokenUsage
  /** Cost of the run, if reported or computed. */
  readonly cost?: Cost
  /** The structured result, if requested. */
  readonly output?: unknown
  readonly durationMs: number
  readonly warnings: readonly string[]
}

/** The answer to a permission request. */
export type PermissionAnswer =
  | 'allow'
  | 'allow-always'
  | 'deny'
  | 'deny-always'
  | 'cancel'
  | { readonly optionId: string }

/** The answer to an elicitation. */
export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' }

/**
 * A run of an agent. Its events can be read once, from the first one; a slow reader slows the agent down.
 * Without a reader, `result()` discards the events.
 */
export interface Run extends AsyncIterable<AgentEvent, undefined>, AsyncDisposable {
  readonly id: string
  /** The agent that works on the prompt. */
  readonly agent: string
  /** Known once the session is open. */
  readonly sessionId: string | undefined
  /** The result. Rejects with the error of a failed run, which is also in the last event. */
  result(): Promise<RunResult>
  /** Queues a message for the next turn of the run. */
  send(message: string): void
  /** Sends a message into the running turn. @throws CapabilityNotSupportedError if the agent cannot be steered. */
  steer(message: string): Promise<void>
  /** Answers a permission request or an elicitation by its request id. */
  respond(requestId: string, answer: PermissionAnswer | ElicitationAnswer): void
  /** Stops the turn. Queued messages still run. */
  interrupt(): Promise<void>
  /**
   * Stops the run and the agent; resolves when the process has exited. In a session the agent keeps running, unless its
   * turn does not end within ten seconds.
   */
  cancel(reason?: CapstanError): Promise<void>
}
