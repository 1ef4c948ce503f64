import type { ObservedScope } from '../../capabilities/evidence.ts'
import type { ObservedClaim } from '../../capabilities/profile.ts'
import type { CheckName } from './check-name.ts'

/**
 * The result of a check: the claim holds, the claim does not hold, the agent makes no such claim, or the check could not
 * find out. A check that could not find out is never `verified`.
 */
export type CheckResult = 'verified' | 'refuted' | 'not-applicable' | 'not-tried'

/** Why a check could not find out. */
export type NotTriedCause =
  /** The program cannot be started at all. */
  | 'not-installable'
  /** The program rejects a flag that Capstan starts it with. */
  | 'our-flag'
  /** The program rejects an option or a value that the check sets. */
  | 'our-option'
  | 'login-needed'
  | 'needs-network'
  /** The bridge and the program do not fit together. */
  | 'pair-mismatch'
  | 'too-slow'
  /** The agent opened no session or answered no prompt. */
  | 'no-turn'
  /** No model provider is connected, or the agent did not use it. */
  | 'no-provider'
  /** The turn did not do what the check needs. */
  | 'inconclusive'
  /** The check itself failed. */
  | 'our-error'
  | 'stopped'

/** The report of one check. Plain JSON. */
export interface CheckReport {
  readonly name: CheckName
  /** What the check tried, in plain words. */
  readonly title: string
  /** The id of the capability the check is about. */
  readonly capability?: string
  readonly result: CheckResult
  /** Where the result holds: the transport of the check, and over ACP the version of the protocol. */
  readonly scope: ObservedScope
  readonly expected: string
  /** What the check saw, or why it could not find out. */
  readonly saw: string
  /** Only for `not-tried`. */
  readonly cause?: NotTriedCause
  /** Whether the agent advertises what the check is about, or its protocol requires it. */
  readonly isAdvertised: boolean
  readonly durationMs: number
  /** The settings of the agent that differed from its defaults, in words. */
  readonly change?: string
  /** The observations as evidence for `createProfile` and `mergeProfiles`. */
  readonly observed: readonly ObservedClaim[]
  /** The messages, the output and the requests at the provider, without secrets; only for `refuted`. */
  readonly transcript?: readonly string[]
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

const results: readonly CheckResult[] = ['verified', 'refuted', 'not-applicable', 'not-tried']

/** Counts the checks of each result. */
export function countResults(checks: readonly Pick<CheckReport, 'result'>[]): ContractReport['counts'] {
  const counted = results.map((result) => [result, checks.filter((check) => check.result === result).length])
  return Object.fromEntries(counted) as ContractReport['counts']
}

/** Formats a report as text, one line per check. */
export function contractTable({ agent, version, protocolVersion, counts, checks }: ContractReport): string {
  const about = [
    [agent, version].filter(Boolean).join(' '),
    ...(protocolVersion === undefined ? [] : [`ACP ${protocolVersion}`]),
    ...results.map((result) => `${counts[result]} ${result}`),
  ]
  const width = Math.max(...checks.map(({ name }) => name.length), 0)
  const lines = checks.map(
    ({ name, result, saw }) => `${name.padEnd(width)}  ${result.padEnd(14)}  ${saw.replaceAll(/\s+/g, ' ')}`,
  )
  return [about.join(', '), ...lines].join('\n')
}
