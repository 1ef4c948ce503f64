import type { Claim } from '../../capabilities/profile.ts'
import type { CheckName } from './check-name.ts'

/** The result of a check. An inconclusive check is `skipped`, never `passed`. */
export type CheckResult = 'passed' | 'failed' | 'skipped'

/** The report of one check. Plain JSON. */
export interface CheckReport {
  readonly name: CheckName
  readonly result: CheckResult
  /** What the check observed, or why it was skipped. */
  readonly reason: string
  readonly durationMs: number
  /** The observations as evidence for `createProfile` and `mergeProfiles`. */
  readonly observed: readonly Claim[]
}

/** The report of a contract run. Plain JSON. */
export interface ContractReport {
  readonly agent: string
  /** The name the program reports; a bridge reports its own name and version. */
  readonly program?: string
  /** The version from the agent's handshake. */
  readonly version?: string
  readonly protocolVersion?: 1 | 2
  /** ISO 8601. */
  readonly startedAt: string
  readonly durationMs: number
  readonly counts: Readonly<Record<CheckResult, number>>
  readonly checks: readonly CheckReport[]
}

/** Formats a report as text, one line per check. */
export function contractTable({ agent, version, protocolVersion, counts, checks }: ContractReport): string {
  const about = [
    [agent, version].filter(Boolean).join(' '),
    ...(protocolVersion === undefined ? [] : [`ACP ${protocolVersion}`]),
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    `${counts.skipped} skipped`,
  ]
  const width = Math.max(...checks.map(({ name }) => name.length), 0)
  const lines = checks.map(
    ({ name, result, reason }) =>
      `${name.padEnd(width)}  ${result.padEnd(7)}  ${reason.replaceAll(/\s+/g, ' ')}`,
  )
  return [about.join(', '), ...lines].join('\n')
}
