import type { AgentEvent } from '../../events/event.ts'
import { amountOf, type Fields, present, textOf } from '../headless-reading.ts'

/** The provider is asked again after a while. */
export function retryNotice(line: Fields, { isTold }: { isTold: boolean }): AgentEvent {
  const seconds = Math.round((amountOf(line.delayMs) ?? 0) / 100) / 10
  const description = isTold ? undefined : textOf(line.errorMessage)
  const title = `Attempt ${String(line.attempt)} of ${String(line.maxAttempts)} to ask the provider again, in ${seconds} s`
  return { type: 'notice', severity: 'warning', title, ...present({ description }) }
}

export function retryEndNotice({ success, attempt }: Fields): AgentEvent {
  return success === true
    ? { type: 'notice', severity: 'info', title: `The provider answered at attempt ${String(attempt)}` }
    : { type: 'notice', severity: 'warning', title: `Gave up after attempt ${String(attempt)}` }
}

/** What omp tells its user. */
export function ownNotice(line: Fields): AgentEvent | undefined {
  const title = textOf(line.message)
  if (title === undefined) return undefined
  const meta = textOf(line.source) === undefined ? undefined : { source: line.source }
  return { type: 'notice', severity: textOf(line.level) ?? 'info', title, ...present({ meta }) }
}

/** Another model takes over after failures. */
export function fallbackNotice({ from, to }: Fields): AgentEvent {
  return { type: 'notice', severity: 'warning', title: `${String(to)} takes over from ${String(from)}` }
}
