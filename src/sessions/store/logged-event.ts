import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'

/** A stored event. */
export interface LoggedEvent {
  /** Increases over all sessions and restarts; may have gaps. */
  cursor: number
  at: number
  /** The id of the participant. */
  session: string
  event: AgentSessionEvent
}
