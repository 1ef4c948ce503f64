import type { TurnEnd } from '../../acp/reading/turn-end.ts'
import type { CapstanError } from '../../core/capstan-error.ts'
import type { Cost, RunUsage } from '../../events/usage.ts'
import type { MeteredCalls } from './metered-calls.ts'
import type { Attachment } from './options.ts'

/** How a turn ended, with its cost and structured answer if the agent reports them. */
export interface TurnResult extends TurnEnd {
  /** The cost of this turn only. */
  readonly cost?: Cost
  /** The structured answer, if the agent enforces the schema itself. */
  readonly output?: unknown
}

/** A conversation with an agent, over either transport. */
export interface RunConversation {
  /** The agent's session id, once known. */
  readonly sessionId: string | undefined
  /** Whether a slow reader of the events blocks the agent. */
  readonly isBlocked: boolean
  /** Whether the agent itself enforces the schema; otherwise the prompt requests it. */
  readonly keepsSchema: boolean
  /** The cost of the session before its first turn here; undefined if unknown. */
  readonly costBefore?: Cost | undefined
  /** The model in use, if the agent reports it. */
  readonly modelId?: string | undefined
  /** Counts the model calls of the agent, if they go through the proxy of Capstan. */
  readonly usage?: MeteredCalls | undefined
  /** Refuses all further model calls until the returned function is called, if they go through the proxy. */
  halt?(message: string): () => void
  /** The usage of the running turn so far, if the agent writes it to its files. */
  usedSoFar?(): Promise<RunUsage | undefined>
  /** Runs one turn; resolves after all its events are emitted. */
  turn(prompt: string, attachments: readonly Attachment[]): Promise<TurnResult>
  /** Asks the agent to stop the turn. */
  cancelTurn(): void
  /** Sends a message into the running turn; false if no turn was running. */
  steer(message: string, attachments?: readonly Attachment[]): Promise<boolean>
  /** Fails the pending turn with this error. */
  fail(error: CapstanError): void
  /** Deletes the session from the agent, if the agent supports that. */
  forget(): Promise<void>
  /** Stops the agent and all its child processes. */
  stop(options?: { quickly?: boolean }): Promise<void>
}
