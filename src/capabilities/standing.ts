import type { Support } from './evidence.ts'
import { type CapabilityProfile, factOf, type ProfileSubject } from './profile.ts'

/** The support of a capability, or `not-applicable` for this kind of subject. */
export type Standing = Support | 'not-applicable'

/** The kinds of subject that can have a capability. */
type Bearer = ProfileSubject['kind'] | 'surface'

/** Capability families that only some kinds of subject can have. */
const bearers: readonly (readonly [family: RegExp, ...bearers: Bearer[]])[] = [
  // Data about one model; an agent has many models.
  [/^model\./, 'model'],
  // Relay: the messages, actions and events of a running session.
  [/^(?:messaging|delivery|lifecycle|actions|events)\./, 'session'],
  // A2E: the capabilities that a host offers to agents.
  [/^host\./, 'host'],
  // AG-UI: how a server sends events, and the state that it shares with its client.
  [/^(?:transport\.(?:websocket|http-binary|push|resumable)|state\.(?:snapshots|deltas))$/, 'surface'],
  // AG-UI: the framework and the media types of a server. A coding agent is not a part of a server.
  [/^(?:identity\.type|output\.mime-types)$/, 'surface'],
  // AG-UI: a run that ends with a question, a new run that answers it, and feedback from a client.
  [/^interaction\.(?:interrupts|feedback)$/, 'surface'],
  // AG-UI: encrypted thoughts that a client stores and sends back. A coding agent stores its session itself.
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
