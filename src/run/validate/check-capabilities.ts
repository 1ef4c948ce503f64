import type { CapabilityError } from '../../capabilities/capability-error.ts'
import type { ComparedRequirement } from '../../capabilities/compare.ts'
import type { Evidence } from '../../capabilities/evidence.ts'
import { partyOf } from '../../capabilities/parties.ts'
import type { CapabilityProfile, ProfileSubject } from '../../capabilities/profile.ts'
import { capabilityRefusal, type RefusalContext } from './capability-refusal.ts'
import type { RunOptions } from '../api/options.ts'
import { comparedNeeds } from '../api/run-needs.ts'

export interface CapabilityCheck extends RefusalContext {
  readonly profileOf: () => CapabilityProfile
  readonly warnings: string[]
  /** Whether the agent is installed and its version has not been read yet. */
  readonly hasUnknownVersion: () => boolean
}

/**
 * Refuses options that certainly do not work, before anything starts. Additional folders are dropped with a warning,
 * unless `strict`. Capabilities that only the agent knows are checked after its handshake.
 * @returns the remaining options. @throws CapabilityError
 */
export function checkCapabilities(options: RunOptions, check: CapabilityCheck): RunOptions {
  const { strict = false, additionalDirectories = [] } = options
  const { profileOf, warnings } = check
  let kept = options
  for (const compared of comparedNeeds(options, profileOf)) {
    if (compared.verdict === 'met' || isLeftToHandshake(compared, check)) continue
    const refusal: CapabilityError = capabilityRefusal(profileOf(), compared, check)
    const isFolders = compared.requirement.id === 'session.additional-directories'
    if (strict || (refusal.support === 'unsupported' && !isFolders)) throw refusal
    if (isFolders) {
      warnings.push(
        `Agent ${options.agent} does not advertise additionalDirectories capability — ignoring ${additionalDirectories.length} entries.`,
      )
      kept = { ...kept, additionalDirectories: [] }
    } else warnings.push(refusal.message)
  }
  return kept
}

/**
 * Capabilities that an ACP handshake decides before a prompt is sent. Text and stdio MCP servers have no flag in the
 * handshake.
 */
const inHandshake = /^(?:prompt\.(?!text)|mcp\.(?!stdio)|session\.)/

function isLeftToHandshake(
  { requirement, fact, verdict }: ComparedRequirement,
  { profileOf, hasUnknownVersion }: CapabilityCheck,
): boolean {
  const { subject } = profileOf()
  if (subject.transport !== 'acp' || !inHandshake.test(requirement.id)) return false
  const [decider] = fact.evidence
  if (verdict === 'unknown' || decider === undefined || !isCertain(decider, subject)) return true
  return isOfVersion(decider) && subject.version === undefined && hasUnknownVersion()
}

/** The catalog is certain only for the tested version: another version may differ. */
function isCertain(evidence: Evidence, { version }: ProfileSubject): boolean {
  if (!isOfVersion(evidence)) return true
  const { agentVersion } = evidence
  return agentVersion !== undefined && (version === undefined || version === agentVersion)
}

/** Whether the evidence is about one version only. */
function isOfVersion(evidence: Evidence): boolean {
  return partyOf(evidence) === 'agent' && (evidence.source === 'declared' || evidence.source === 'observed')
}
