import type { AgentEvent } from '../../../events/event.ts'
import { countOf, type Fields, present, textOf } from '../../command-line/read-values.ts'
import { retryNotice } from '../../command-line/retry-notice.ts'

/** A retry of a provider request. */
export function retryOf(agent: string, line: Fields): AgentEvent {
  const [attempt, most] = [countOf(line.attempt), countOf(line.maxAttempts)]
  return retryNotice(agent, { attempt, most, reason: textOf(line.errorMessage) })
}

export function retryEndNotice({ success, attempt }: Fields): AgentEvent {
  return success === true
    ? { type: 'notice', severity: 'info', title: `The provider answered at attempt ${String(attempt)}` }
    : { type: 'notice', severity: 'warning', title: `Gave up after attempt ${String(attempt)}` }
}

/** A notice of omp for the user. */
export function ownNotice(line: Fields): AgentEvent | undefined {
  const title = textOf(line.message)
  if (title === undefined) return undefined
  const meta = textOf(line.source) === undefined ? undefined : { source: line.source }
  return { type: 'notice', severity: textOf(line.level) ?? 'info', title, ...present({ meta }) }
}

/** A fallback to another model after failures. */
export function fallbackNotice({ from, to }: Fields): AgentEvent {
  return { type: 'notice', severity: 'warning', title: `${String(to)} takes over from ${String(from)}` }
}
