import type { Support } from './evidence.ts'
import { type CapabilityProfile, factOf, type ProfileSubject } from './profile.ts'

/** The support of a capability, or `not-applicable` for this kind of subject. */
export type Standing = Support | 'not-applicable'

/** The kinds of subject that can have a capability. */
type Bearer = ProfileSubject['kind'] | 'surface'

/** Capability families that only some kinds of subject can have. */
const bearers: readonly (readonly [family: RegExp, ...bearers: Bearer[]])[] = [
  // Data about one model: an agent has many.
  [/^model\./, 'model'],
  // Relay's: what a running session does with messages, actions and events.
  [/^(?:messaging|delivery|lifecycle|actions|events)\./, 'session'],
  // A2E's: what a host offers to agents.
  [/^host\./, 'host'],
  // AG-UI's: how a server sends events, and the state it shares with its client.
  [/^(?:transport\.(?:websocket|http-binary|push|resumable)|state\.(?:snapshots|deltas))$/, 'surface'],
  // AG-UI's: the framework and the media types that a server declares. A coding agent is a program of its own.
  [/^(?:identity\.type|output\.mime-types)$/, 'surface'],
  // AG-UI's: a run that ends with a question and a new run that answers it; praise and correction sent by a client.
  [/^interaction\.(?:interrupts|feedback)$/, 'surface'],
  // AG-UI's: sealed thoughts that a client keeps and sends back. A coding agent keeps its session itself.
  [/^thinking\.encrypted$/, 'surface'],
]

/** The support of a capability in a profile; `not-applicable` without evidence if the subject cannot have it. */
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
