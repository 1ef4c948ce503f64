import type { CapabilityError } from '../capabilities/capability-error.ts'
import { compare, type ComparedRequirement } from '../capabilities/compare.ts'
import type { Evidence } from '../capabilities/evidence.ts'
import { partyOf } from '../capabilities/parties.ts'
import type { CapabilityProfile, ProfileSubject } from '../capabilities/profile.ts'
import { capabilityRefusal, type RefusalContext } from './capability-refusal.ts'
import type { RunOptions } from './options.ts'
import { needsOf } from './run-needs.ts'

export interface CapabilityCheck extends RefusalContext {
  readonly profile: CapabilityProfile
  readonly warnings: string[]
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
    if (compared.verdict === 'met' || isLeftToHandshake(profile.subject, compared)) continue
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
  subject: ProfileSubject,
  { requirement, fact, verdict }: ComparedRequirement,
): boolean {
  if (subject.transport !== 'acp' || !inHandshake.test(requirement.id)) return false
  const [decider] = fact.evidence
  return verdict === 'unknown' || decider === undefined || !isCertain(decider, subject)
}

/** The catalogue is certain only of the version it was seen with: another one may have learned it since. */
function isCertain(evidence: Evidence, { version }: ProfileSubject): boolean {
  const { source, agentVersion } = evidence
  if (partyOf(evidence) !== 'agent') return true
  if (source === 'declared' || source === 'observed') {
    return agentVersion !== undefined && (version === undefined || version === agentVersion)
  }
  return true
}
