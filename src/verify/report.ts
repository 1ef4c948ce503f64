import type { CheckReport, CheckResult, ContractReport } from '../testing/contract/report.ts'
import type { EscapeReport, PolicyCase } from './escapes/escape.ts'

/** What the handshake says about the program. */
export type AboutProgram = Pick<ContractReport, 'program' | 'version' | 'protocolVersion'>

/** The results of all checks of one agent. Plain JSON. */
export interface AgentVerification {
  readonly agent: string
  readonly name: string
  /** The version of the installed program, if it is known. */
  readonly version?: string
  /** The bridge between the program and ACP. */
  readonly bridge?: { readonly name: string; readonly version?: string }
  /** The name and version in the handshake; a bridge reports its own. */
  readonly reported?: { readonly name?: string; readonly version?: string }
  readonly protocolVersion?: 1 | 2
  /** `own`: a network with only loopback. `shared`: the user's network, with the reason. */
  readonly network: 'own' | 'shared'
  readonly networkReason?: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly durationMs: number
  /** Whether the agent answered the handshake and at least one check has a result. */
  readonly isTried: boolean
  readonly counts: Readonly<Record<CheckResult, number>>
  /** Advertised capabilities that do not work, each as a sentence. */
  readonly defects: readonly string[]
  readonly checks: readonly CheckReport[]
  /** The escapes, where policies were tried in place of the checks. */
  readonly escapes?: readonly EscapeReport[]
}

/** The results of a verification. Plain JSON. */
export interface VerificationReport {
  readonly startedAt: string
  readonly durationMs: number
  readonly agents: readonly AgentVerification[]
}

/** The agent and its version, such as `claude 2.1.325`. */
export function agentLabel({ agent, version }: Pick<AgentVerification, 'agent' | 'version'>): string {
  return [agent, version].filter((part) => part !== undefined).join(' ')
}

/** The escapes that worked, each as a sentence. */
export function openEscapes(
  about: Pick<AgentVerification, 'agent' | 'version'>,
  escapes: readonly EscapeReport[],
): string[] {
  return escapes
    .filter(({ outcome }) => outcome === 'open')
    .map(
      ({ name, title, saw, ...asked }) =>
        `${agentLabel(about)} ${caseLabel(asked)} can ${title} (${name}): ${saw}`,
    )
}

/** A transport and a policy in words. */
export function caseLabel({ transport, policy }: PolicyCase): string {
  return `${transport === 'acp' ? 'over ACP' : 'on the command line'} under ${policy}`
}

/** The advertised capabilities that the checks refuted. */
export function defectsOf(
  about: Pick<AgentVerification, 'agent' | 'version'>,
  checks: readonly CheckReport[],
): string[] {
  return checks
    .filter(({ result, isAdvertised }) => result === 'refuted' && isAdvertised)
    .map(({ name, capability, saw }) => {
      const claim = capability === undefined ? `fails the check ${name}` : `advertises ${capability}, and`
      return capability === undefined
        ? `${agentLabel(about)} ${claim}: ${saw}`
        : `${agentLabel(about)} ${claim} the check ${name} saw: ${saw}`
    })
}
