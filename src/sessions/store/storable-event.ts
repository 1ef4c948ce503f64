import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'

/** The stored form of an event: dates that may be text become text. */
export function storableEvent(event: AgentSessionEvent): AgentSessionEvent {
  if (event.type !== 'delivery.deferred' || typeof event.availableAt === 'string') return event
  return { ...event, availableAt: event.availableAt.toISOString() }
}

/** Reads an event that was stored as JSON. */
export function readStoredEvent(body: string): AgentSessionEvent {
  const event = JSON.parse(body) as AgentSessionEvent
  // The only event field that must be a Date.
  if (event.type === 'transcript.chunk') event.chunk.at = new Date(event.chunk.at)
  return event
}
