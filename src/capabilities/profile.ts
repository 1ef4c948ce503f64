import type { Evidence, Support, Transport } from './evidence.ts'
import { requireIterable, requireList, requireObject, requireString } from '../core/check-argument.ts'
import { frozenCopy } from './frozen-copy.ts'
import { resolveEvidence } from './resolve.ts'
import type { CapabilityValues } from './values.ts'

/** The known facts about one capability of one subject. */
export interface CapabilityFact {
  /** A dotted noun such as `session.resume`; the set is open. */
  readonly id: string
  readonly support: Support
  readonly value?: unknown
  /** All evidence, the deciding piece first. */
  readonly evidence: readonly Evidence[]
}

/** The subject of a profile. */
export interface ProfileSubject {
  readonly kind: 'agent' | 'model' | 'session' | 'host'
  readonly id: string
  /** The installed version: evidence of another version weighs less. */
  readonly version?: string
  /** The selected model: evidence about another one does not count. */
  readonly model?: string
  /** How the agent is driven (default: the better of both transports). */
  readonly transport?: Transport
  /** The agent's ACP version. */
  readonly protocolVersion?: 1 | 2
  /** The surface that serves the agent, such as `AG-UI`, which can limit its capabilities. */
  readonly surface?: string
}

/** All facts of one subject. Immutable JSON data. */
export interface CapabilityProfile {
  readonly subject: ProfileSubject
  readonly facts: Readonly<Record<string, CapabilityFact>>
}

/** A piece of evidence and its capability. */
export interface Claim {
  readonly id: string
  readonly evidence: Evidence
}

/** Builds a profile from claims; several claims about one id are weighed against each other. */
export function createProfile(subject: ProfileSubject, claims: Iterable<Claim>): CapabilityProfile {
  requireObject(subject, 'subject')
  requireIterable(claims, 'claims')
  const evidenceById = new Map<string, Evidence[]>()
  for (const { id, evidence } of claims) {
    requireObject(evidence, 'evidence')
    const list = evidenceById.get(id)
    const piece = frozenCopy(evidence)
    if (list === undefined) evidenceById.set(id, [piece])
    else list.push(piece)
  }
  // Without a prototype, so that an id such as `__proto__` or `constructor` is an id like any other.
  const facts: Record<string, CapabilityFact> = Object.create(null)
  for (const [id, evidence] of evidenceById) {
    const resolution = resolveEvidence(id, evidence, subject)
    Object.freeze(resolution.evidence)
    facts[id] = Object.freeze({ id, ...resolution })
  }
  return Object.freeze({ subject: frozenCopy(subject), facts: Object.freeze(facts) })
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
  const fact = Object.hasOwn(profile.facts, id) ? profile.facts[id] : undefined
  return fact ?? { id, support: 'unknown', evidence: [] }
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
