import { transportsOf } from '../agents/definition/transports.ts'
import { fromProfile } from '../capabilities/ecosystems/ag-ui/profile.ts'
import type { AgentCapabilities, Tool } from '../capabilities/ecosystems/ag-ui/types.ts'
import type { CapabilityProfile } from '../capabilities/profile.ts'
import type { Client } from '../run/client.ts'
import type { RunSession } from '../run/session.ts'
import { agUiSurface, type SurfaceFeatures } from './ag-ui-surface.ts'
import { choicesOf } from './threads/settings/config-choices.ts'

export interface CapabilitySources extends SurfaceFeatures {
  readonly agent: string
  readonly client: Client
  /** Default: the model of the session. */
  readonly model?: string | undefined
  /** Transport of new sessions. Default: ACP if the agent supports it. */
  readonly transport?: 'acp' | 'cli' | undefined
  /** Environment variables of new sessions. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Tools of the gateway. */
  readonly tools: readonly Tool[]
  /** The agent's working folder. */
  readonly cwd: string
  /** The session used last and its state, if one is open. */
  readonly latest?: { readonly session: RunSession; readonly state: Record<string, unknown> } | undefined
}

/** The current capabilities of an agent at its AG-UI endpoint. */
export async function agentCapabilities(sources: CapabilitySources): Promise<AgentCapabilities> {
  const { agent, tools, latest } = sources
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
        modes: choicesOf(latest?.session.options ?? [], 'mode', latest?.state['mode']),
        commands: latest?.state['commands'] ?? [],
        evidence: evidenceOf(profile),
      },
    },
  }
}

/** The agent's profile, limited to what the endpoint exposes. */
async function endpointProfile(sources: CapabilitySources): Promise<CapabilityProfile> {
  const { agent, client, latest, model, env } = sources
  const [preferred] = transportsOf(client.adapters.get(agent).definition)
  const transport = sources.transport ?? preferred
  const query = { model, transport, env, session: latest?.session }
  const surface = agUiSurface(await client.profile(agent, query), sources)
  return client.profile(agent, { ...query, surface })
}

function modelsOf({ agent, client, latest }: CapabilitySources): object {
  const listed = choicesOf(latest?.session.options ?? [], 'model')
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
