import type { AgentEvent } from '../event.ts'
import type { ToolUpdatedEvent } from './tool-call.ts'

/** The update that ends a tool call: `output` and `content` are its result, `error` says why it failed. */
export interface ToolResultEvent extends ToolUpdatedEvent {
  status: 'completed' | 'failed' | 'cancelled'
}

const finalStatuses: readonly unknown[] = [
  'completed',
  'failed',
  'cancelled',
] satisfies ToolResultEvent['status'][]

/** Whether an event is the result of a tool call. */
export function isToolResult(event: AgentEvent): event is ToolResultEvent {
  return event.type === 'tool.updated' && finalStatuses.includes(event.status)
}
