import type { Support } from './evidence.ts'
import { requireIterable, requireList, requireObject, requireString } from '../core/check-argument.ts'
import {
  assembleProfile,
  type CapabilityFact,
  type CapabilityProfile,
  type Claim,
  factIn,
  type ProfileSubject,
} from './facts.ts'
import { resolveEvidence } from './resolve.ts'
import type { CapabilityValues } from './values.ts'

export type { CapabilityFact, CapabilityProfile, Claim, ObservedClaim, ProfileSubject } from './facts.ts'

/** Builds a profile from claims; several claims about one id are weighed against each other. */
export function createProfile(subject: ProfileSubject, claims: Iterable<Claim>): CapabilityProfile {
  requireObject(subject, 'subject')
  requireIterable(claims, 'claims')
  const checked = [...claims]
  for (const { evidence } of checked) requireObject(evidence, 'evidence')
  return assembleProfile(subject, checked, (id, evidence) => resolveEvidence(id, evidence, subject))
}

/** Merges several profiles into one of `subject`. Later profiles win ties. */
export function mergeProfiles(
  subject: ProfileSubject,
  profiles: readonly CapabilityProfile[],
): CapabilityProfile {
  requireList(profiles, 'profiles')
  return createProfile(subject, profiles.flatMap(claimsOf))
}

/** The claims a profile was built from. */
export function claimsOf(profile: CapabilityProfile): Claim[] {
  requireProfile(profile)
  return Object.values(profile.facts).flatMap(({ id, evidence }) =>
    // Reversed, because facts hold the newest of equals first and claims are given oldest first.
    evidence.toReversed().map((piece) => ({ id, evidence: piece })),
  )
}

/** Returns the fact about `id`; `unknown` if there is no evidence yet. */
export function factOf(profile: CapabilityProfile, id: string): CapabilityFact {
  requireProfile(profile)
  requireString(id, 'id')
  return factIn(profile, id)
}

/** @throws ValidationError unless it is a profile. */
function requireProfile(profile: CapabilityProfile): void {
  requireObject(profile, 'profile', ['subject', 'facts'])
}

export function supportOf(profile: CapabilityProfile, id: string): Support {
  return factOf(profile, id).support
}

/** The value of a capability of the dictionary, typed. */
export function valueOf<Id extends keyof CapabilityValues>(
  profile: CapabilityProfile,
  id: Id,
): CapabilityValues[Id] | undefined
export function valueOf(profile: CapabilityProfile, id: string): unknown
export function valueOf(profile: CapabilityProfile, id: string): unknown {
  return factOf(profile, id).value
}
