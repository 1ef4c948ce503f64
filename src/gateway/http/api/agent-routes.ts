import type { Ecosystem } from '../../../capabilities/convert.ts'
import { listAgents } from './agent-list.ts'
import { type ApiParts, drivenAgent, servedAgent } from './api-parts.ts'
import { writeDeclarationLazily } from './declaration.lazy.ts'
import { type ApiRoute, listOf, named, word } from './route.ts'

/** How long an agent may take to tell what it can do. */
const probeMs = 60_000

/** Which agents there are, and what each can do. */
export function agentRoutes(parts: ApiParts): ApiRoute[] {
  const { profiles } = parts
  return [
    {
      method: 'GET',
      path: '/api/agents',
      summary: 'The agents, and which of them are on this machine',
      answer: listOf(named('Agent')),
      run: () => listAgents(parts),
    },
    {
      method: 'GET',
      path: '/api/agents/:id/capabilities',
      summary:
        'What an agent can do, with its evidence; or in the shape of an ecosystem, with what that could not carry',
      query: { as: { enum: ['profile', 'ag-ui', 'a2e', 'relay', 'mux', 'acp'] }, model: word },
      answer: { anyOf: [named('Profile'), named('Declaration')] },
      run: async ({ params, query }) => {
        const { as = 'profile', model } = query as { as?: Ecosystem; model?: string }
        const profile = await profiles.profile(servedAgent(parts, params['id']), model)
        return as === 'profile' ? profile : writeDeclarationLazily(as, profile)
      },
    },
    {
      method: 'POST',
      path: '/api/agents/:id/probe',
      summary: 'Starts an agent, asks what it can do and ends it again; no model is asked',
      answer: named('Probe'),
      run: async ({ params, signal }) => {
        const { answer: _, ...told } = await profiles.probe(drivenAgent(parts, params['id']), {
          signal,
          timeoutMs: probeMs,
        })
        return told
      },
    },
  ]
}
