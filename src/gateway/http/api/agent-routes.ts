import type { Ecosystem } from '../../../capabilities/convert.ts'
import { listAgents } from './agent-list.ts'
import { type ApiParts, drivenAgent, servedAgent } from './api-parts.ts'
import { servedProfile } from '../../served-profile.ts'
import { writeDeclarationLazily } from './declaration.lazy.ts'
import { type ApiRoute, listOf, named, shortText } from './route.ts'

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
        const profile = await servedProfile(client, agent, { model })
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
