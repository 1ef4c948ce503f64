import { transportsOf } from '../agents/definition/transports.ts'
import { fromProfile } from '../capabilities/ecosystems/ag-ui/profile.ts'
import type { AgentCapabilities, Tool } from '../capabilities/ecosystems/ag-ui/types.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import type { Client } from '../run/client.ts'
import type { RunSession } from '../run/session.ts'
import { agUiSurface, type SurfaceFeatures } from './ag-ui-surface.ts'
import { choicesOf } from './threads/config-choices.ts'

export interface CapabilitySources extends SurfaceFeatures {
  readonly agent: string
  readonly client: Client
  /** The model in question; that of the session if left out. */
  readonly model?: string | undefined
  /** How sessions are opened; ACP where the agent speaks it if left out. */
  readonly transport?: 'acp' | 'cli' | undefined
  /** Variables that sessions are opened with. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Tools that the gateway brings. */
  readonly tools: readonly Tool[]
  /** Where it works. */
  readonly cwd: string
  /** The session last used and its state, where one is open. */
  readonly live?: { readonly session: RunSession; readonly state: Record<string, unknown> } | undefined
}

/** What an agent can do at this endpoint now. */
export async function agentCapabilities(sources: CapabilitySources): Promise<AgentCapabilities> {
  const { agent, tools, live } = sources
  const profile = await endpointProfile(sources)
  const { declaration } = fromProfile(profile)
  return {
    ...declaration,
    ...(tools.length === 0
      ? {}
      : { tools: { ...declaration.tools, items: [...(declaration.tools?.items ?? []), ...tools] } }),
    custom: {
      ...declaration.custom,
      capstan: {
        agent,
        cwd: sources.cwd,
        ...(profile.subject.version === undefined ? {} : { version: profile.subject.version }),
        models: modelsOf(sources),
        modes: choicesOf(live?.session.options ?? [], 'mode', live?.state['mode']),
        commands: live?.state['commands'] ?? [],
        evidence: evidenceOf(profile),
      },
    },
  }
}

/** What is known of the agent, limited to what this endpoint carries. */
async function endpointProfile(sources: CapabilitySources): Promise<CapabilityProfile> {
  const { agent, client, live, model, env } = sources
  const [preferred] = transportsOf(client.adapters.get(agent).definition)
  const transport = sources.transport ?? preferred
  const query = { model, transport, env, session: live?.session }
  const surface = agUiSurface(await client.profile(agent, query), sources)
  return client.profile(agent, { ...query, surface })
}

function modelsOf({ agent, client, live }: CapabilitySources): object {
  const listed = choicesOf(live?.session.options ?? [], 'model')
  if (listed.available.length > 0) return listed
  const known = client.models.models(agent)
  const current = client.models.defaultModel(agent)?.modelId
  return {
    ...(current === undefined ? {} : { current }),
    available: known.map(({ modelId }) => ({ id: modelId })),
  }
}

/** The deciding evidence of each capability. */
function evidenceOf({ facts }: CapabilityProfile): Record<string, object> {
  return Object.fromEntries(
    Object.values(facts).map(({ id, support, evidence: [deciding] }) => {
      const { source, at, agentVersion, model } = deciding ?? {}
      const known = Object.entries({ source, at, agentVersion, model }).filter(
        ([, value]) => value !== undefined,
      )
      return [id, { support, ...Object.fromEntries(known) }]
    }),
  )
}
