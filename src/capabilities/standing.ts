import type { Support } from './evidence.ts'
import { type CapabilityProfile, factOf, type ProfileSubject } from './profile.ts'

/** The support of a capability, or that the subject is nothing that could have it. */
export type Standing = Support | 'not-applicable'

/** Whom a capability can be a fact about. */
type Bearer = ProfileSubject['kind'] | 'surface'

/** Families of capabilities that only some subjects can have; any subject can have the others. */
const bearers: readonly (readonly [family: RegExp, ...bearers: Bearer[]])[] = [
  [/^model\./, 'model'],
  [/^(?:messaging|delivery|lifecycle|actions|events)\./, 'session'],
  [/^host\./, 'host'],
  // AG-UI's own: how a server streams, and the state it shares with its client.
  [/^(?:transport\.(?:websocket|http-binary|push|resumable)|state\.(?:snapshots|deltas))$/, 'surface'],
]

/** What a profile says of a capability, with `not-applicable` where no evidence speaks and its subject cannot have it. */
export function standingOf(profile: CapabilityProfile, id: string): Standing {
  const { support, evidence } = factOf(profile, id)
  const isSilent = evidence.every((piece) => piece.support === 'unknown')
  return isSilent && !canBear(profile.subject, id) ? 'not-applicable' : support
}

function canBear({ kind, surface }: ProfileSubject, id: string): boolean {
  const entry = bearers.find(([family]) => family.test(id))
  if (entry === undefined) return true
  const [, ...kinds] = entry
  return kinds.includes(kind) || (surface !== undefined && kinds.includes('surface'))
}
