import type { AgentProxy, AgentProxyRequest } from './agent-proxy.ts'
import type { Confinement } from './confinement.ts'
import type { ConfinementRequest } from './confinement-request.ts'

/** Loads the sandbox, the home of runs and the model proxy with the first confined agent. */
export async function confineAgent(request: ConfinementRequest): Promise<Confinement> {
  const [{ Confinement: Created }, { createModelProxy }] = await Promise.all([
    import('./confinement.ts'),
    import('../../proxy/create-model-proxy.ts'),
  ])
  return Created.create(request, createModelProxy)
}

/** Loads the model proxy with the first agent that has one in an open network. */
export async function meterAgent(request: AgentProxyRequest): Promise<AgentProxy> {
  const [{ AgentProxy: Created }, { createModelProxy }] = await Promise.all([
    import('./agent-proxy.ts'),
    import('../../proxy/create-model-proxy.ts'),
  ])
  return Created.create(request, createModelProxy)
}
