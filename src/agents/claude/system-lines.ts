import type { AgentEvent } from '../../events/event.ts'
import type { AgentActivity } from '../../events/status.ts'
import { type Fields, present, rawEvent, textOf, without } from '../headless-reading.ts'
import { baseOf, claudeSource } from './messages.ts'

/** What a line of the program says beside its type and its ids. */
export function detailsOf(line: Fields): Record<string, unknown> {
  return without(line, 'type', 'subtype', 'session_id', 'uuid')
}

/** The provider gave no answer, and is asked again. */
export function retryNotice(line: Fields): AgentEvent {
  const { attempt, max_retries: most, error_status: status, error } = line
  const why = typeof status === 'number' ? `HTTP ${status}` : (textOf(error) ?? 'no answer')
  return {
    ...baseOf(line),
    type: 'notice',
    severity: 'warning',
    title: `The request to the provider failed (${why}); trying again, ${String(attempt)} of ${String(most)}`,
    meta: detailsOf(line),
  }
}

/** A subagent began or ended. Its own lines name it by the call that started it. */
export function subagentChange(line: Fields): AgentEvent {
  const subagentId = textOf(line.tool_use_id)
  if (subagentId === undefined) return rawEvent(claudeSource, line)
  return {
    ...baseOf(line),
    type: 'subagent.updated',
    subagentId,
    ...present({ title: textOf(line.description) }),
    state: line.subtype === 'task_started' ? { status: 'active' } : endOf(line.status),
    meta: detailsOf(line),
  }
}

function endOf(status: unknown): AgentActivity {
  if (status === 'completed') return { status: 'idle', stopReason: 'end-turn' }
  return status === 'failed'
    ? { status: 'failed' }
    : { status: 'unknown', customState: { name: String(status) } }
}
