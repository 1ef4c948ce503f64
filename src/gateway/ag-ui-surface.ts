import type { Evidence, Support } from '../capabilities/evidence.ts'
import { type CapabilityProfile, type Claim, supportOf, valueOf } from '../capabilities/profile.ts'
import type { Surface } from '../run/profiles/profiles.ts'

/** What the gateway itself can do for an agent. */
export interface SurfaceFeatures {
  /** Whether tools of clients reach the agent. */
  readonly offersClientTools: boolean
  /** Whether clients are asked before the agent acts. */
  readonly asksClients: boolean
  /** Whether the binary form can be had. */
  readonly hasBinary: boolean
}

/** What an AG-UI endpoint of the gateway adds to an agent, and what it cannot carry to it. */
export function agUiSurface(agent: CapabilityProfile, features: SurfaceFeatures): Surface {
  const { asksClients, hasBinary } = features
  const asking = asksClients ? askingSupport(agent) : 'unsupported'
  return {
    id: 'AG-UI',
    claims: [
      claim('identity.type', 'supported', { value: 'capstan' }),
      claim('transport.streaming', 'supported'),
      claim('transport.websocket', 'unsupported'),
      claim('transport.http-binary', hasBinary ? 'supported' : 'unsupported'),
      claim('transport.push', 'unsupported'),
      claim('transport.resumable', 'unsupported'),
      claim('state.snapshots', 'supported'),
      claim('state.deltas', 'supported'),
      claim('output.structured', 'unsupported', { detail: 'AG-UI run inputs have no output schema' }),
      claim('interaction.steer', 'unsupported', { detail: 'a thread allows one run at a time' }),
      claim('interaction.human-in-the-loop', asking),
      claim('interaction.interrupts', asking),
      claim('interaction.approve-with-edits', 'unsupported', {
        detail: 'no agent accepts edited tool input',
      }),
      claim('tools.client-provided', clientTools(agent, features)),
      claim('tools.approval', asking),
    ],
  }
}

/** Clients are asked what the agent asks: of one that never asks, nothing reaches them. */
function askingSupport(agent: CapabilityProfile): Support {
  const support = supportOf(agent, 'tools.approval')
  const isOptional = valueOf(agent, 'tools.approval')?.required === false
  return support === 'supported' && isOptional ? 'unsupported' : support
}

/** Tools of clients come over MCP, by a server that the agent starts. */
function clientTools(agent: CapabilityProfile, { offersClientTools }: SurfaceFeatures): Support {
  return offersClientTools ? supportOf(agent, 'mcp.stdio') : 'unsupported'
}

function claim(id: string, support: Support, rest: Pick<Evidence, 'value' | 'detail'> = {}): Claim {
  return { id, evidence: { source: 'declared', support, origin: 'gateway', ...rest } }
}
