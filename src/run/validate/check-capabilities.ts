import type { CapabilityError } from '../../capabilities/capability-error.ts'
import { compare, type ComparedRequirement } from '../../capabilities/compare.ts'
import type { Evidence } from '../../capabilities/evidence.ts'
import { partyOf } from '../../capabilities/parties.ts'
import type { CapabilityProfile, ProfileSubject } from '../../capabilities/profile.ts'
import { capabilityRefusal, type RefusalContext } from './capability-refusal.ts'
import type { RunOptions } from '../api/options.ts'
import { needsOf } from '../api/run-needs.ts'

export interface CapabilityCheck extends RefusalContext {
  readonly profile: CapabilityProfile
  readonly warnings: string[]
  /** Whether the agent is installed in a version that nobody has asked for yet. */
  readonly hasUnknownVersion: () => boolean
}

/**
 * Refuses what is certain not to work, before anything starts. Folders are extra context: without `strict` they are
 * left out with a warning. What only the agent knows is left to its handshake.
 * @returns the options that are kept. @throws CapabilityError
 */
export function checkCapabilities(options: RunOptions, check: CapabilityCheck): RunOptions {
  const { strict = false, additionalDirectories = [] } = options
  const { profile, warnings } = check
  let kept = options
  for (const compared of compare(profile, needsOf(options)).results) {
    if (compared.verdict === 'met' || isLeftToHandshake(compared, check)) continue
    const refusal: CapabilityError = capabilityRefusal(profile, compared, check)
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
 * What an agent advertises over ACP: its handshake answers for certain, before anything reaches the model. Text and
 * MCP servers on stdio have no flag there.
 */
const inHandshake = /^(?:prompt\.(?!text)|mcp\.(?!stdio)|session\.)/

function isLeftToHandshake(
  { requirement, fact, verdict }: ComparedRequirement,
  { profile: { subject }, hasUnknownVersion }: CapabilityCheck,
): boolean {
  if (subject.transport !== 'acp' || !inHandshake.test(requirement.id)) return false
  const [decider] = fact.evidence
  if (verdict === 'unknown' || decider === undefined || !isCertain(decider, subject)) return true
  return isOfVersion(decider) && subject.version === undefined && hasUnknownVersion()
}

/** The catalogue is certain only of the version it was seen with: another one may have learned it since. */
function isCertain(evidence: Evidence, { version }: ProfileSubject): boolean {
  if (!isOfVersion(evidence)) return true
  const { agentVersion } = evidence
  return agentVersion !== undefined && (version === undefined || version === agentVersion)
}

/** Whether it was seen of one version, and may differ in another. */
function isOfVersion(evidence: Evidence): boolean {
  return partyOf(evidence) === 'agent' && (evidence.source === 'declared' || evidence.source === 'observed')
}
