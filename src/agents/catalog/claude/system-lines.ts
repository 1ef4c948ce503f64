import type { AgentEvent } from '../../../events/event.ts'
import type { AgentActivity } from '../../../events/sessions/status.ts'
import { countOf, type Fields, present, rawEvent, textOf, without } from '../../command-line/read-values.ts'
import { retryNotice } from '../../command-line/retry-notice.ts'
import { retryReason } from './acp-signs.ts'
import { baseOf, claudeSource } from './messages.ts'

/** The fields of a line besides its type and ids. */
export function detailsOf(line: Fields): Record<string, unknown> {
  return without(line, 'type', 'subtype', 'session_id', 'uuid')
}

/** Claude retries a provider request. */
export function apiRetry(line: Fields): AgentEvent {
  const [attempt, most] = [countOf(line.attempt), countOf(line.max_retries)]
  const base = { ...baseOf(line), meta: detailsOf(line) }
  return retryNotice('claude', { attempt, most, reason: retryReason(line) }, base)
}

/** A subagent started or ended. Its own lines refer to it by the call that started it. */
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
