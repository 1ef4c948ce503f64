import { ValidationError } from '../core/validation-error.ts'
import type { DeclarationContext } from './conversion/claim-sheet.ts'
import { defined } from './defined.ts'
import { parse } from './parse.ts'
import { type CapabilityProfile, type Claim, createProfile, factOf } from './profile.ts'
import { capabilityProfileSchema } from './profile-schema.ts'

/** Checks and reads a saved or hand-written profile. A fact without evidence counts as declared. */
export function readProfile(data: object, context: DeclarationContext): CapabilityProfile {
  const { subject, facts } = parse(capabilityProfileSchema, data, 'a capability profile')
  const claims = Object.entries(facts).flatMap(([id, { support, value, evidence }]): Claim[] => {
    if (evidence.length > 0) return evidence.toReversed().map((piece) => ({ id, evidence: piece }))
    return [{ id, evidence: { source: 'declared', origin: 'profile', support, ...defined({ value }) } }]
  })
  const profile = createProfile(subject, claims)
  for (const [id, fact] of Object.entries(facts)) requireAgreement(profile, id, fact)
  return context.subject === undefined ? profile : createProfile({ ...subject, ...context.subject }, claims)
}

/** @throws ValidationError when a fact contradicts its evidence: after an edit by hand, neither can be trusted. */
function requireAgreement(
  profile: CapabilityProfile,
  id: string,
  said: { support: string; value?: unknown },
): void {
  const resolved = factOf(profile, id)
  for (const part of ['support', 'value'] as const) {
    const [fact, evidence] = [said[part], resolved[part]].map(
      (content) => JSON.stringify(content) ?? 'nothing',
    )
    if (fact === evidence) continue
    throw new ValidationError(`The ${part} of ${id} is ${fact}, but its evidence resolves to ${evidence}`, [
      { path: ['facts', id, part], message: `the evidence resolves to ${evidence}` },
    ])
  }
}
