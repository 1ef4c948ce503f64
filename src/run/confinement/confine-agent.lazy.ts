import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { ConfinementLimits } from '../api/confinement-limits.ts'
import type { SettingsImports, SettingsImportsOptions } from '../home/settings-imports.ts'
import type { AgentProxy, AgentProxyRequest } from './agent-proxy.ts'
import type { Confinement } from './confinement.ts'
import type { ConfinementRequest } from './confinement-request.ts'

/** Loads what reads the user's settings for a confined agent. */
export async function createImports(
  definition: AgentDefinition,
  { limits, environment }: { limits: ConfinementLimits; environment: SettingsImportsOptions['environment'] },
): Promise<SettingsImports> {
  const { SettingsImports: Created } = await import('../home/settings-imports.ts')
  const { home } = definition
  const hidesKeys = limits.hosts !== undefined && home !== undefined && home.unreadable === undefined
  return new Created({ settings: home?.settings ?? [], hidesKeys, environment })
}

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
