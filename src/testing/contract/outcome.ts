import type { Support } from '../../capabilities/evidence.ts'
import type { CheckResult } from './report.ts'

/** The observation of a check about one capability. */
export interface Observation {
  readonly id: string
  readonly support: Exclude<Support, 'unknown'>
  readonly value?: unknown
  readonly detail?: string
}

/** The outcome of a check. */
export interface CheckOutcome {
  readonly result: CheckResult
  readonly reason: string
  readonly observed: readonly Observation[]
}

export function passed(reason: string, ...observed: Observation[]): CheckOutcome {
  return { result: 'passed', reason, observed }
}

export function failed(reason: string, ...observed: Observation[]): CheckOutcome {
  return { result: 'failed', reason, observed }
}

export function skipped(reason: string, ...observed: Observation[]): CheckOutcome {
  return { result: 'skipped', reason, observed }
}

/** The outcome for a capability that the handshake does not advertise. */
export function notAdvertised(id: string): CheckOutcome {
  return skipped(`${id} is not advertised`, { id, support: 'unsupported', detail: 'not advertised' })
}
