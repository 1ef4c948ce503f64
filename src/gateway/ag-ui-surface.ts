import type { Evidence, Support } from '../capabilities/evidence.ts'
import { type CapabilityProfile, type Claim, supportOf, valueOf } from '../capabilities/profile.ts'
import type { Surface } from '../run/profiles/profiles.ts'

/** Features that the gateway adds to an agent. */
export interface SurfaceFeatures {
  /** Whether the agent gets the client's tools. */
  readonly offersClientTools: boolean
  /** Whether permission requests are forwarded to clients. */
  readonly asksClients: boolean
  /** Whether the binary encoding is available. */
  readonly hasBinary: boolean
}

/** The capabilities that an AG-UI endpoint of the gateway adds to an agent or cannot expose. */
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
      claim('interaction.steer', 'supported', {
        detail: 'a message during a run is sent into the turn, or queued if the agent accepts none',
      }),
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

/** Clients are asked only if the agent itself requests permission. */
function askingSupport(agent: CapabilityProfile): Support {
  const support = supportOf(agent, 'tools.approval')
  const isOptional = valueOf(agent, 'tools.approval')?.required === false
  return support === 'supported' && isOptional ? 'unsupported' : support
}

/** The agent gets client tools from an MCP server that it starts over stdio. */
function clientTools(agent: CapabilityProfile, { offersClientTools }: SurfaceFeatures): Support {
  return offersClientTools ? supportOf(agent, 'mcp.stdio') : 'unsupported'
}

function claim(id: string, support: Support, rest: Pick<Evidence, 'value' | 'detail'> = {}): Claim {
  return { id, evidence: { source: 'declared', support, origin: 'gateway', ...rest } }
}
