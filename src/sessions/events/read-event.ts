import type { AgentSessionEvent } from '../../capabilities/ecosystems/relay/events.ts'
import { sessionEventTypes } from '../../capabilities/ecosystems/relay/types.ts'
import { isRecord } from '../../core/is-record.ts'
import { agentStatuses } from '../status-machine.ts'
import { valueFault } from './event-values.ts'
import { statusSelectors } from './reported-event.ts'

/** A reported event in the documented shape, or the reason it is invalid. */
export type EventReading = { event: AgentSessionEvent } | { fault: string }

/** Required text fields, by event type. */
const requiredText: Readonly<Record<string, readonly string[]>> = {
  'tool.called': ['tool'],
  'tool.completed': ['tool'],
  'tool.failed': ['tool', 'error'],
  'message.received': ['messageId'],
  'message.sent': ['messageId'],
  'delivery.accepted': ['messageId'],
  'delivery.delivered': ['messageId'],
  'delivery.deferred': ['messageId'],
  'delivery.failed': ['messageId', 'reason'],
  'file.changed': ['path', 'operation'],
  'command.started': ['command'],
  'command.failed': ['error'],
  'terminal.output': ['text'],
  'terminal.screen': ['text'],
  log: ['message'],
  error: ['error'],
}

/** Validates and copies a reported event. */
export function readEvent(
  reported: unknown,
  { now, sessionId }: { now: number; sessionId: string },
): EventReading {
  if (!isRecord(reported)) return { fault: 'an event must be an object' }
  const { type } = reported
  if (typeof type !== 'string' || !(sessionEventTypes as readonly string[]).includes(type)) {
    return { fault: `unknown event type ${JSON.stringify(type) ?? 'undefined'}` }
  }
  let copy: Record<string, unknown>
  try {
    copy = structuredClone(reported)
  } catch (error) {
    return {
      fault: `${type} cannot be copied: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
  const event = documented(copy, { now, sessionId })
  const missing = (requiredText[type] ?? []).filter((field) => typeof event[field] !== 'string')
  if (missing.length > 0) return { fault: `${type} needs ${missing.join(' and ')} as text` }
  if (event['type'] === 'status.changed' && !agentStatuses.includes(event['status'] as never)) {
    return { fault: `unknown status ${JSON.stringify(event['status']) ?? 'undefined'}` }
  }
  const fault = valueFault(event)
  if (fault !== undefined) return { fault }
  if (
    type === 'transcript.chunk' &&
    (!isRecord(event['chunk']) || typeof event['chunk']['content'] !== 'string')
  ) {
    return { fault: 'transcript.chunk needs a chunk with content' }
  }
  return { event: event as AgentSessionEvent }
}

/** Converts the shapes of the published package to the documented ones. */
function documented(
  event: Record<string, unknown>,
  { now, sessionId }: { now: number; sessionId: string },
): Record<string, unknown> {
  const type = event['type'] as string
  const status = statusSelectors[type]
  if (status !== undefined) return { ...event, type: 'status.changed', status }
  switch (type) {
    case 'message.received':
    case 'message.sent': {
      const { message, ...rest } = event
      return isRecord(message) ? { messageId: message['id'], ...rest } : event
    }
    case 'tool.output': {
      const { output } = event
      return { ...event, tool: textOf(event['tool']), output: textOf(output) }
    }
    case 'transcript.chunk': {
      const { chunk } = event
      if (!isRecord(chunk)) return event
      return { ...event, chunk: { sequence: 0, ...chunk, at: dateOf(chunk['at'], now) } }
    }
    case 'command.completed':
    case 'command.failed':
      return { ...event, command: textOf(event['command']) }
    case 'terminal.screen': {
      const { columns, ...rest } = event
      return columns === undefined ? event : { cols: columns, ...rest }
    }
    case 'usage.updated': {
      const { usage, ...rest } = event
      return isRecord(usage) ? { ...rest, metadata: { ...(rest['metadata'] as object), ...usage } } : event
    }
    case 'session.released':
      return { sessionId, ...event }
    case 'log':
      return { level: 'info', ...event }
    default:
      return event
  }
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function dateOf(value: unknown, now: number): Date {
  const date = value instanceof Date || typeof value === 'string' ? new Date(value) : new Date(now)
  return Number.isNaN(date.getTime()) ? new Date(now) : date
}
