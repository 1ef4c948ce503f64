import type { AgentDefinition } from '../../../agents/definition/definition.ts'
import { type AgentReadiness, type AgentState, readinessOf } from '../../agent-readiness.ts'
import { isDriven, type ApiParts } from './api-parts.ts'

/** An agent behind the gateway, as detected without starting it. */
export interface ListedAgent extends AgentReadiness {
  id: string
  name: string
  version?: string
  path?: string
  /** ACP, ACP through a bridge, the agent's command line, or a forwarded AG-UI agent. */
  transport: 'acp' | 'acp-bridge' | 'command-line' | 'ag-ui'
  /** Login methods and the credentials found; only the agent knows whether they are valid. */
  auth?: {
    methods: readonly string[]
    variables: readonly string[]
    found: readonly string[]
    login?: string
  }
  simulated?: true
  /** Dollars per million input tokens of the cheapest model, if a price is known. */
  lowestPrice?: number
}

export async function listAgents(parts: ApiParts): Promise<ListedAgent[]> {
  const { agents, client } = parts
  const ready = await readinessOf(parts)
  return Array.from(agents.values(), (agent): ListedAgent => {
    const { id, name } = agent
    const { signs = [], detection = {}, ...readiness } = ready.get(id) ?? forwarded
    if (!isDriven(parts, agent)) return { id, name, ...readiness, transport: 'ag-ui' }
    const { definition } = client.adapters.get(id)
    const { version, path } = detection
    const lowestPrice = lowestPriceOf(parts, id)
    return {
      id,
      name,
      ...readiness,
      ...(version === undefined ? {} : { version }),
      ...(path === undefined ? {} : { path }),
      transport: transportOf(definition),
      auth: authOf(definition, signs),
      ...(definition.simulated ? { simulated: true } : {}),
      ...(lowestPrice === undefined ? {} : { lowestPrice }),
    }
  })
}

const forwarded: AgentState = { isInstalled: true, login: 'unknown' }

function transportOf({ acp }: AgentDefinition): ListedAgent['transport'] {
  if (acp === undefined) return 'command-line'
  return acp.bridge === undefined ? 'acp' : 'acp-bridge'
}

function authOf({ auth }: AgentDefinition, found: readonly string[]): NonNullable<ListedAgent['auth']> {
  const { methods, variables, login } = auth
  return { methods, variables, found, ...(login === undefined ? {} : { login }) }
}

function lowestPriceOf({ client: { models } }: ApiParts, agent: string): number | undefined {
  const prices = models.catalog(agent).flatMap(({ inputPricePerMillion }) => inputPricePerMillion ?? [])
  return prices.length === 0 ? undefined : Math.min(...prices)
}
