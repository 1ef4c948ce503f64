import type { AgentEvent } from '../../events/event.ts'

/** Turns the start of a forked session into `session.forked`: command lines report a fork as a resumed session. */
export function asForked(event: AgentEvent, parentSessionId: string | undefined): AgentEvent {
  if (parentSessionId === undefined || event.type !== 'session.resumed') return event
  return { ...event, type: 'session.forked', parentSessionId }
}
