import type { CapstanError } from '../../core/capstan-error.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { StopReason } from '../../events/finish.ts'
import type { Cost, TokenUsage } from '../../events/usage.ts'

/** What a run came to. */
export interface RunResult {
  readonly runId: string
  readonly agent: string
  /** The session it ran in, to go on with later. */
  readonly sessionId: string
  /** Everything the agent said in its last turn. */
  readonly text: string
  /** Everything it thought aloud in its last turn. */
  readonly thinking: string
  readonly stopReason: StopReason
  /** Tokens of the run, where they were reported. */
  readonly tokens?: TokenUsage
  /** Cost of the run, where it was reported. */
  readonly cost?: Cost
  /** The structured result, where one was asked for. */
  readonly output?: unknown
  readonly durationMs: number
  readonly warnings: readonly string[]
}

/** How a permission request is answered. */
export type PermissionAnswer =
  | 'allow'
  | 'allow-always'
  | 'deny'
  | 'deny-always'
  | 'cancel'
  | { readonly optionId: string }

/** How an elicitation is answered. */
export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' }

/**
 * An agent at work. It is read once, from the first event on; a slow reader slows the agent down.
 * Without a reader, `result()` reads and lets go what nobody wants to see.
 */
export interface Run extends AsyncIterable<AgentEvent, undefined>, AsyncDisposable {
  readonly id: string
  readonly agent: string
  /** Known once the session is open. */
  readonly sessionId: string | undefined
  /** What the run came to. Rejects with what it failed of, which is also in its last event. */
  result(): Promise<RunResult>
  /** Says more when the turn has ended; the run goes on with it. */
  send(message: string): void
  /** Says something into the running turn. @throws CapabilityNotSupportedError where the agent cannot hear it. */
  steer(message: string): Promise<void>
  /** Answers a permission request or an elicitation, by the id in its event. */
  respond(requestId: string, answer: PermissionAnswer | ElicitationAnswer): void
  /** Stops the turn. What was sent for later is still done. */
  interrupt(): Promise<void>
  /**
   * Stops everything and ends the agent. Resolves when it is gone. In a session the agent stays, unless its turn does not
   * end within ten seconds.
   */
  cancel(reason?: CapstanError): Promise<void>
}
