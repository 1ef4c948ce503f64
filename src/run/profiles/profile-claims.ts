import type { Handshake } from '../../acp/handshake.ts'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { toProfile } from '../../capabilities/ecosystems/acp/profile.ts'
import { baseline, type Evidence, omitted } from '../../capabilities/evidence.ts'
import {
  type CapabilityProfile,
  type Claim,
  claimsOf,
  type ProfileSubject,
  supportOf,
} from '../../capabilities/profile.ts'

/** An answer of the agent, now or remembered. */
export interface Advertised {
  readonly handshake: Handshake
  /** When it was remembered, as ISO 8601. */
  readonly at?: string
}

/** A bridge answers with its own name and version. */
export function hasOwnVersion({ acp }: AgentDefinition): boolean {
  return acp?.bridge === undefined
}

/** An agent goes by the name of its definition, unless that is only the name of its program. */
function isOwnIdentity(definition: AgentDefinition, id: string): boolean {
  return hasOwnVersion(definition) && (id === 'identity.version' || definition.knownOnlyLive === true)
}

export function installedClaims({ knownOnlyLive }: AgentDefinition, version: string | undefined): Claim[] {
  if (version === undefined || knownOnlyLive) return []
  const evidence = { source: 'observed', support: 'supported', value: version, origin: 'installed' } as const
  return [{ id: 'identity.version', evidence }]
}

/** What the agent said holds over ACP, for the agent as it is installed. */
export function advertisedClaims(
  definition: AgentDefinition,
  subject: ProfileSubject,
  { handshake, at }: Advertised,
): Claim[] {
  const { protocolVersion } = handshake
  const { version } = subject
  const profile = toProfile(handshake.answer, {
    subject: { kind: 'agent', id: definition.id, ...(version === undefined ? {} : { version }) },
    ...(at === undefined ? {} : { at }),
  })
  return (
    [...claimsOf(profile), ...steeringClaims(profile)]
      .filter(({ id }) => !id.startsWith('identity.') || isOwnIdentity(definition, id))
      // ACP promises servers on stdio for every agent and lets none deny it: that is no news about a known one.
      .filter(({ id, evidence }) => !isPromise(id, evidence) || definition.facts[id] === undefined)
      .map(({ id, evidence }) => ({
        id,
        evidence: {
          ...evidence,
          ...modesOf(id, evidence, handshake),
          scope: { transport: 'acp', protocolVersion },
        },
      }))
  )
}

/** ACP writes the modes of a system prompt as an object; an agent that takes one at all lets it stand after its own. */
function modesOf(
  id: string,
  { support }: Evidence,
  { overridesSystemPrompt }: Handshake,
): Pick<Evidence, 'value'> {
  if (id !== 'session.system-prompt' || support !== 'supported') return {}
  return { value: ['append', ...(overridesSystemPrompt ? ['override'] : [])] }
}

function isPromise(id: string, { detail }: Evidence): boolean {
  return id === 'mcp.stdio' && detail === baseline
}

/** Steering is an extension: an agent that does not name it in its handshake does not serve it. */
function steeringClaims(profile: CapabilityProfile): Claim[] {
  const id = 'interaction.steer'
  if (supportOf(profile, id) !== 'unknown') return []
  return [{ id, evidence: { source: 'advertised', support: 'unsupported', detail: omitted } }]
}

export function ofSurface({ id, evidence }: Claim): Claim {
  return { id, evidence: { ...evidence, party: 'surface' } }
}
