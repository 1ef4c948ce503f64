import type { Ecosystem } from '../../../capabilities/convert.ts'
import { listAgents } from './agent-list.ts'
import { type ApiParts, drivenAgent, isDriven, servedAgent } from './api-parts.ts'
import { writeDeclarationLazily } from './declaration.lazy.ts'
import { type ApiRoute, listOf, named, shortText } from './route.ts'
import { toProfile } from '../../../capabilities/ecosystems/ag-ui/profile.ts'
import type { CapabilityProfile } from '../../../capabilities/profile.ts'
import type { ProfileQuery } from '../../../run/profiles/profiles.ts'
import type { ServedAgent } from '../../served-agent.ts'

/** Timeout of a probe. */
const probeMs = 60_000

/** Routes for agents and their capabilities. */
export function agentRoutes(parts: ApiParts): ApiRoute[] {
  const { client } = parts
  return [
    {
      method: 'GET',
      path: '/api/agents',
      summary: 'List agents and whether each is installed',
      answer: listOf(named('Agent')),
      run: () => listAgents(parts),
    },
    {
      method: 'GET',
      path: '/api/agents/:id/capabilities',
      summary:
        'Get the capabilities of an agent with their evidence, or converted for an ecosystem with the facts it cannot express',
      query: { as: { enum: ['profile', 'ag-ui', 'a2e', 'relay', 'mux', 'acp'] }, model: shortText },
      answer: { anyOf: [named('Profile'), named('Declaration')] },
      run: async ({ params, query }) => {
        const { as = 'profile', model } = query as { as?: Ecosystem; model?: string }
        const agent = servedAgent(parts, params['id'])
        const profile = await servedProfile(parts, agent, { model })
        if (as === 'profile') return profile
        const conversion = await writeDeclarationLazily(as, profile)
        // The AG-UI endpoint of the agent declares the same.
        return as === 'ag-ui' ? { ...conversion, declaration: await agent.capabilities(model) } : conversion
      },
    },
    {
      method: 'POST',
      path: '/api/agents/:id/probe',
      summary: 'Start an agent, read its capabilities and stop it; makes no model request',
      answer: named('Probe'),
      run: async ({ params, signal }) => {
        const { id } = drivenAgent(parts, params['id'])
        const { answer: _, ...result } = await client.probe(id, { signal, timeoutMs: probeMs })
        return { ...result, profile: await client.profile(id) }
      },
    },
  ]
}

/** The profile of a driven agent from the client, or of a forwarded agent from its own declaration. */
async function servedProfile(
  parts: ApiParts,
  agent: ServedAgent,
  query: ProfileQuery,
): Promise<CapabilityProfile> {
  if (isDriven(parts, agent)) return parts.client.profile(agent.id, query)
  return toProfile(await agent.capabilities(), { subject: { kind: 'agent', id: agent.id } })
}
