import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'

/** The stored form of an event: dates that may be text become text. */
export function storableEvent(event: AgentSessionEvent): AgentSessionEvent {
  if (event.type !== 'delivery.deferred' || typeof event.availableAt === 'string') return event
  return { ...event, availableAt: event.availableAt.toISOString() }
}
