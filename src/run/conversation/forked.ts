import type { AgentEvent } from '../../events/event.ts'

/** How a session began, where it branched off another: to its command line that is a resumed session like any other. */
export function asForked(event: AgentEvent, parentSessionId: string | undefined): AgentEvent {
  if (parentSessionId === undefined || event.type !== 'session.resumed') return event
  return { ...event, type: 'session.forked', parentSessionId }
}
