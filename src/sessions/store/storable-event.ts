import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'

/** An event as it comes back from any store: where a moment may be a date or text, it is text. */
export function storableEvent(event: AgentSessionEvent): AgentSessionEvent {
  if (event.type !== 'delivery.deferred' || typeof event.availableAt === 'string') return event
  return { ...event, availableAt: event.availableAt.toISOString() }
}
