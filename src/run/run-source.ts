import type { AgentEvent } from '../events/event.ts'
import type { Cost } from '../events/usage.ts'
import type { RunConversation } from './api/run-conversation.ts'
import type { RunSide } from './validate/run-side.ts'

/** Where a run gets its conversation from, and what becomes of it. */
export interface RunSource {
  open(run: RunSide): Promise<RunConversation>
  /** The run is over, also when there was no conversation; one that failed cannot be used again. */
  release(
    conversation: RunConversation | undefined,
    state: { failed: boolean; isCancelled: boolean },
  ): Promise<void>
  /** How long a cancelled agent may take to end its turn, in milliseconds, before it is ended; a moment if not given. */
  cancelGraceMs?: number
  /** What the session had cost before. */
  costBefore?: Cost
  /** Whether somebody else sees the events, and can answer questions. */
  isWatched?: () => boolean
  /** Gets what the run itself tells, beside what the agent tells: its own questions, its warnings and its end. */
  onTold?: (event: AgentEvent) => void
}
