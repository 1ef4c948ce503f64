import {
  type CapabilityProfile,
  createProfile,
  type Evidence,
  type ProfileSubject,
} from '../src/capabilities/index.ts'

/** A profile with one declared fact an id, supported unless it says otherwise. */
export function profileOf(
  facts: Record<string, Partial<Evidence>>,
  subject: ProfileSubject = { kind: 'agent', id: 'claude' },
): CapabilityProfile {
  const claims = Object.entries(facts).map(([id, rest]) => ({
    id,
    evidence: { source: 'declared' as const, support: 'supported' as const, ...rest },
  }))
  return createProfile(subject, claims)
}
