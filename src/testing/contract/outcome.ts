import type { Support } from '../../capabilities/evidence.ts'
import type { CheckResult } from './report.ts'

/** One thing that a check saw of a capability. */
export interface Observation {
  readonly id: string
  readonly support: Exclude<Support, 'unknown'>
  readonly value?: unknown
  readonly detail?: string
}

/** What a check comes to. */
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

/** A capability that the handshake does not offer is not tried. */
export function notAdvertised(id: string): CheckOutcome {
  return skipped(`${id} is not advertised`, { id, support: 'unsupported', detail: 'not advertised' })
}
