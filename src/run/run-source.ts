import type { AgentEvent } from '../events/event.ts'
import type { Cost } from '../events/usage.ts'
import type { Fallback } from './fallback/fallback.ts'
import type { RunConversation } from './api/run-conversation.ts'
import type { RunSide } from './validate/run-side.ts'

/** How long an agent that is being stopped may take to end its turn itself. */
export const momentMs = 400

/** Opens the conversation of a run, and releases it after the run. */
export interface RunSource {
  open(run: RunSide): Promise<RunConversation>
  /** Called after the run, even if no conversation was opened. A failed conversation cannot be used again. */
  release(
    conversation: RunConversation | undefined,
    state: { failed: boolean; isCancelled: boolean },
  ): Promise<void>
  /** How long a cancelled turn may take to end before the agent is stopped, in milliseconds; 400 if not set. */
  cancelGraceMs?: number
  /** The cost of the session before the run. */
  costBefore?: Cost
  /** The agents that can take over. */
  fallback?: Fallback | undefined
  /** Whether other listeners receive the events and can answer questions. */
  isWatched?: () => boolean
  /** Receives the run's own events: Capstan's permission requests, warnings and the end of the run. */
  onOwnEvent?: (event: AgentEvent) => void
}
