import type { Handshake } from '../../acp/handshake.ts'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { toClaims } from '../../capabilities/ecosystems/acp/profile.ts'
import { baseline, type Evidence, omitted } from '../../capabilities/evidence.ts'
import type { Claim, ProfileSubject } from '../../capabilities/profile.ts'
import { resolveEvidence } from '../../capabilities/resolve.ts'

/** A handshake of the agent, current or cached. */
export interface Advertised {
  readonly handshake: Handshake
  /** When it was cached, as ISO 8601. */
  readonly at?: string
}

/** Whether the reported version is the agent's own: a bridge reports its own name and version. */
export function hasOwnVersion({ acp }: AgentDefinition): boolean {
  return acp?.bridge === undefined
}

/** The name of the definition wins over the reported one, unless it is only the name of a program. */
function isOwnIdentity(definition: AgentDefinition, id: string): boolean {
  return hasOwnVersion(definition) && (id === 'identity.version' || definition.knownOnlyLive === true)
}

export function installedClaims({ knownOnlyLive }: AgentDefinition, version: string | undefined): Claim[] {
  if (version === undefined || knownOnlyLive) return []
  const evidence = { source: 'observed', support: 'supported', value: version, origin: 'installed' } as const
  return [{ id: 'identity.version', evidence }]
}

/** The claims of a handshake, scoped to ACP and the installed agent. */
export function advertisedClaims(
  definition: AgentDefinition,
  subject: ProfileSubject,
  { handshake, at }: Advertised,
): Claim[] {
  const { protocolVersion } = handshake
  const { version } = subject
  const claims = toClaims(handshake.answer, {
    subject: { kind: 'agent', id: definition.id, ...(version === undefined ? {} : { version }) },
    ...(at === undefined ? {} : { at }),
  })
  return (
    [...claims, ...steeringClaims(claims)]
      .filter(({ id }) => !id.startsWith('identity.') || isOwnIdentity(definition, id))
      // ACP guarantees stdio servers without a flag, so this is no evidence about a known agent.
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

/** The modes of a system prompt: every agent that accepts one can append it. */
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

/** Steering is an extension: an agent that does not advertise it does not support it. */
function steeringClaims(claims: readonly Claim[]): Claim[] {
  const id = 'interaction.steer'
  if (claims.some((claim) => claim.id === id && claim.evidence.support !== 'unknown')) return []
  return [{ id, evidence: { source: 'advertised', support: 'unsupported', detail: omitted } }]
}

/** Capabilities that follow from another one in a handshake, by the detail of the claim. */
const origins: Readonly<Record<string, string>> = {
  'as embedded context': 'prompt.embedded-context',
  'by loading': 'session.load',
  'by closing': 'session.close',
}

/**
 * The claims, in which one that follows from another capability is never stronger than it: where stronger evidence says
 * that the other one does not work, the derived claim says nothing.
 */
export function withOrigins(claims: readonly Claim[], subject: ProfileSubject): Claim[] {
  return claims.map((claim) => {
    const { id, evidence } = claim
    const origin = evidence.source === 'advertised' ? origins[evidence.detail ?? ''] : undefined
    if (origin === undefined || evidence.support !== 'supported') return claim
    const about = claims.filter((one) => one.id === origin).map((one) => one.evidence)
    const { support } = resolveEvidence(origin, about, { ...subject, transport: 'acp' })
    if (support !== 'unsupported') return claim
    return { id, evidence: { ...evidence, support: 'unknown', detail: `${origin} does not work` } }
  })
}

export function ofSurface({ id, evidence }: Claim): Claim {
  return { id, evidence: { ...evidence, party: 'surface' } }
}
