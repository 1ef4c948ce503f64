import type { Claim } from '../../capabilities/profile.ts'
import type { CheckName } from './check-name.ts'

/** How a check ended. What could not be found out is `skipped`, never `passed`. */
export type CheckResult = 'passed' | 'failed' | 'skipped'

/** What one check found out. Plain JSON. */
export interface CheckReport {
  readonly name: CheckName
  readonly result: CheckResult
  /** What was seen, or why it was not looked for. */
  readonly reason: string
  readonly durationMs: number
  /** What was seen, as evidence that `createProfile` and `mergeProfiles` weigh with all other. */
  readonly observed: readonly Claim[]
}

/** What a whole contract run found out about an agent. Plain JSON. */
export interface ContractReport {
  readonly agent: string
  /** What the program that answered calls itself: a bridge has a name and a version of its own. */
  readonly program?: string
  /** The version the agent told in its handshake. */
  readonly version?: string
  readonly protocolVersion?: 1 | 2
  /** ISO 8601. */
  readonly startedAt: string
  readonly durationMs: number
  readonly counts: Readonly<Record<CheckResult, number>>
  readonly checks: readonly CheckReport[]
}
