import type { TurnEnd } from '../../acp/reading/turn-end.ts'
import type { CapstanError } from '../../core/capstan-error.ts'
import type { Cost, RunUsage } from '../../events/usage.ts'
import type { Attachment } from './options.ts'

/** How a turn ended, and what it came to where the agent tells that itself. */
export interface TurnResult extends TurnEnd {
  /** What the turn alone has cost. */
  readonly cost?: Cost
  /** The structured answer, where the agent gives one by itself. */
  readonly output?: unknown
}

/** A conversation with an agent, whichever transport it takes. */
export interface RunConversation {
  /** The agent's own id of the session, once it is known. */
  readonly sessionId: string | undefined
  /** Whether reading waits for whoever takes the events. */
  readonly isBlocked: boolean
  /** Whether the agent itself keeps its answer to the schema; otherwise the prompt has to ask for it. */
  readonly keepsSchema: boolean
  /** What the session had cost before its first turn here; undefined when that is not known. */
  readonly costBefore?: Cost | undefined
  /** The model it works with, where the agent says it. */
  readonly modelId?: string | undefined
  /** What the running turn has used so far, where the agent's files say it. */
  usedSoFar?(): Promise<RunUsage | undefined>
  /** One prompt and everything up to its answer; every event of the turn is told before. */
  turn(prompt: string, attachments: readonly Attachment[]): Promise<TurnResult>
  /** Asks the agent to stop the turn. */
  cancelTurn(): void
  /** Puts a message into the running turn; false when no turn was running any more. */
  steer(message: string, attachments?: readonly Attachment[]): Promise<boolean>
  /** Ends what waits with this error. */
  fail(error: CapstanError): void
  /** Has the agent forget the session, where it can. */
  forget(): Promise<void>
  /** Ends the agent and everything it started. */
  stop(options?: { quickly?: boolean }): Promise<void>
}
