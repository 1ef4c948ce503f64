import type { LoggedEvent } from '../../src/sessions/store/session-store.ts'

/** An event as a line for people, without fields for programs. */
export function eventLine({ event }: LoggedEvent, name: string): string[] {
  if (event.type === 'status.changed') return [`${name} is ${event.status}`]
  if (event.type === 'tool.called') return [`${name} calls ${event.tool}`]
  if (event.type === 'tool.completed') return [`${name} is done with ${event.tool}`]
  if (event.type === 'tool.failed') return [`${name} failed with ${event.tool}: ${event.error}`]
  if (event.type === 'message.sent') return [`${name} sends ${event.messageId}`]
  if (event.type === 'delivery.delivered') return [`${name} has ${event.messageId}`]
  if (event.type === 'delivery.deferred') return [`${name} puts ${event.messageId} off`]
  if (event.type === 'delivery.failed') return [`${name} fails ${event.messageId}: ${event.reason}`]
  if (event.type === 'error') return [`${name} has an error: ${event.error}`]
  const isSaid = event.type === 'transcript.chunk' && event.chunk.metadata?.['thinking'] !== true
  return isSaid && event.chunk.role === 'agent' ? [`${name} says: ${event.chunk.content.trim()}`] : []
}
