import { Activities } from './activities.ts'
import type { AgUiEvent } from './events.ts'
import { SessionState } from './session-state.ts'
import { SubagentRegistry } from './subagents.ts'
import { ToolCallTracker } from './tool-call-tracker.ts'

/** State that outlives the runs of a thread, so that each run continues the previous one. */
export class ThreadMemory {
  readonly state: SessionState
  readonly tools = new ToolCallTracker()
  readonly activities = new Activities()
  readonly subagents = new SubagentRegistry()
  /** The agent's ids of messages of the turn that were already sent as deltas. */
  readonly sentMessages = new Set<string>()
  /** Id of the client's run that started the turn. */
  turn = ''

  /** `state` is the session state of an earlier process. */
  constructor(state: Readonly<Record<string, unknown>> = {}) {
    this.state = new SessionState(state)
  }

  /** Ends the tool calls and activities of a turn. `unanswered` are calls whose question got no answer. */
  endTurn(unanswered?: ReadonlySet<string>): AgUiEvent[] {
    this.activities.endTurn()
    return this.tools.endTurn(unanswered)
  }
}
