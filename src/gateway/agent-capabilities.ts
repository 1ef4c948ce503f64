import { fromProfile } from '../capabilities/ecosystems/ag-ui/profile.ts'
import type { AgentCapabilities, Tool } from '../capabilities/ecosystems/ag-ui/types.ts'
import { type CapabilityProfile, mergeProfiles, supportOf } from '../capabilities/profile.ts'
import { withModel } from '../models/model-profile.ts'
import type { Client } from '../run/client.ts'
import type { AgentSession } from '../run/session.ts'
import { askModels } from './ask-models.ts'
import { choicesOf } from './config-choices.ts'

export interface CapabilitySources {
  readonly agent: string
  readonly client: Pick<Client, 'adapters' | 'models'>
  /** Tools that the gateway brings. */
  readonly tools: readonly Tool[]
  /** Whether tools of clients reach the agent. */
  readonly offersClientTools: boolean
  /** Whether clients are asked before the agent acts. */
  readonly asksClients: boolean
  /** Whether the binary form can be had. */
  readonly hasBinary: boolean
  /** Where it works. */
  readonly cwd: string
  /** The session last used and what is known of it, where one is open. */
  readonly live?: { readonly session: AgentSession; readonly state: Record<string, unknown> } | undefined
}

/** What an agent behind the gateway can do now: what is known of it, with what the gateway adds or cannot carry. */
export function agentCapabilities(sources: CapabilitySources): AgentCapabilities {
  const { agent, client, live, tools, asksClients } = sources
  const profile = profileOf(sources)
  const { declaration } = fromProfile(profile)
  const { adapters } = client
  const clientProvided = sources.offersClientTools ? canReachTools(profile) : false
  return {
    ...declaration,
    identity: { name: adapters.get(agent).name, type: 'capstan', ...declaration.identity },
    transport: {
      streaming: true,
      websocket: false,
      httpBinary: sources.hasBinary,
      pushNotifications: false,
      resumable: false,
    },
    tools: {
      ...declaration.tools,
      ...(tools.length === 0 ? {} : { items: [...(declaration.tools?.items ?? []), ...tools] }),
      ...(clientProvided === undefined ? {} : { clientProvided }),
    },
    state: { ...declaration.state, snapshots: true, deltas: true },
    humanInTheLoop: {
      ...declaration.humanInTheLoop,
      supported: asksClients,
      interrupts: asksClients,
      // No agent takes another input for a call that it asks about.
      approveWithEdits: false,
      ...(asksClients ? {} : { approvals: false }),
    },
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

/** What the catalogue says, over it what the agent said when it was started, and what is known of the model it has now. */
function profileOf({ agent, client, live }: CapabilitySources): CapabilityProfile {
  const known = client.adapters.profile(agent)
  if (live === undefined) return known
  const told = live.session.profile
  const profile = mergeProfiles(told.subject, [known, told])
  const { current } = choicesOf(live.session.options, 'model')
  const model =
    current === undefined ? undefined : askModels(() => client.models.details(agent, current) ?? undefined)
  return model === undefined ? profile : withModel(profile, model)
}

/** Tools come over MCP, by a server that the agent starts; undefined when nobody knows whether it can. */
function canReachTools(profile: CapabilityProfile): boolean | undefined {
  const support = supportOf(profile, 'mcp.stdio')
  return support === 'unknown' ? undefined : support === 'supported'
}

function modelsOf({ agent, client, live }: CapabilitySources): object {
  const told = choicesOf(live?.session.options ?? [], 'model')
  if (told.available.length > 0) return told
  const known = askModels(() => client.models.models(agent)) ?? []
  const current = askModels(() => client.models.defaultModel(agent)?.modelId)
  return {
    ...(current === undefined ? {} : { current }),
    available: known.map(({ modelId }) => ({ id: modelId })),
  }
}

/** Who says what, by capability: the deciding word of each. */
function evidenceOf({ facts }: CapabilityProfile): Record<string, object> {
  return Object.fromEntries(
    Object.values(facts).map(({ id, support, evidence: [deciding] }) => {
      const { source, at, agentVersion, model } = deciding ?? {}
      const told = Object.entries({ source, at, agentVersion, model }).filter(
        ([, value]) => value !== undefined,
      )
      return [id, { support, ...Object.fromEntries(told) }]
    }),
  )
}
