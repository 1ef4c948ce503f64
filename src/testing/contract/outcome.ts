import type { EvidenceScope, Support } from '../../capabilities/evidence.ts'
import type { CheckResult, NotTriedCause } from './report.ts'

/** The observation of a check about one capability. */
export interface Observation {
  readonly id: string
  readonly support: Exclude<Support, 'unknown'>
  readonly value?: unknown
  readonly detail?: string
  /** The protocol version it was seen with, if not that of the handshake. The check names the transport. */
  readonly protocolVersion?: EvidenceScope['protocolVersion']
}

/** The outcome of a check. */
export interface CheckOutcome {
  readonly result: CheckResult
  readonly saw: string
  readonly cause?: NotTriedCause
  readonly observed: readonly Observation[]
  /** A forbidden effect was seen: repeating the check cannot undo that. */
  readonly isProof?: true
}

export function verified(saw: string, ...observed: Observation[]): CheckOutcome {
  return { result: 'verified', saw, observed }
}

/** The expected effect is missing. The check is repeated once before this is reported. */
export function refuted(saw: string, ...observed: Observation[]): CheckOutcome {
  return { result: 'refuted', saw, observed }
}

/** A forbidden effect was seen. This is reported at once. */
export function breached(saw: string, ...observed: Observation[]): CheckOutcome {
  return { result: 'refuted', saw, observed, isProof: true }
}

/** The agent does not claim what the check is about. */
export function notApplicable(saw: string, ...observed: Observation[]): CheckOutcome {
  return { result: 'not-applicable', saw, observed }
}

export function notTried(cause: NotTriedCause, saw: string, ...observed: Observation[]): CheckOutcome {
  return { result: 'not-tried', saw, cause, observed }
}

/** The turn did not do what the check needs, so nothing follows from it. */
export function inconclusive(saw: string, ...observed: Observation[]): CheckOutcome {
  return notTried('inconclusive', saw, ...observed)
}

/** The outcome for a capability that the handshake does not advertise. */
export function notAdvertised(id: string): CheckOutcome {
  return notApplicable(`${id} is not advertised`, { id, support: 'unsupported', detail: 'not advertised' })
}
