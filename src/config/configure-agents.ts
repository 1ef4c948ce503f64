import { agentCatalog } from '../agents/catalog.ts'
import { chooseProvider } from '../agents/launch/choose-provider.ts'
import type { AgentDefinition } from '../agents/definition/definition.ts'
import { readDefinitions } from '../agents/check/read-definitions.ts'
import { type AdapterRegistry, createAdapterRegistry } from '../agents/registry.ts'
import { ValidationError } from '../core/validation-error.ts'
import type { AgentConfig, ProviderConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

/** Adds the agents that a configuration defines to a registry. Keeps an agent that a flag has already added. */
export function configureAgents(
  registry: AdapterRegistry,
  agents: Readonly<Record<string, AgentConfig>>,
): AdapterRegistry {
  const flagged = new Set(registry.list().map(({ id }) => id))
  for (const [id, { definition }] of Object.entries(agents)) {
    if (definition === undefined) continue
    if (Object.hasOwn(agentCatalog, id)) throw takenError(id)
    if (!flagged.has(id)) registry.register(readOwn(id, definition))
  }
  const isPointed = Object.values(agents).some(({ provider }) => provider !== undefined)
  return isPointed ? pointed(registry, agents) : registry
}

/** A registry of the same agents, with the configured providers. */
function pointed(registry: AdapterRegistry, agents: Readonly<Record<string, AgentConfig>>): AdapterRegistry {
  const changed = new Map(
    Object.entries(agents).flatMap(([name, { provider }]) => {
      if (provider === undefined) return []
      const { definition } = registry.get(name)
      return [[definition.id, chosen(definition, provider)] as const]
    }),
  )
  return createAdapterRegistry(registry.list().map(({ id, definition }) => changed.get(id) ?? definition))
}

function chosen(definition: AgentDefinition, provider: ProviderConfig): AgentDefinition {
  try {
    return chooseProvider(definition, provider)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ConfigError(`agents.${definition.id}.provider: ${error.message}`, {
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    })
  }
}

function takenError(id: string): ConfigError {
  return new ConfigError(`agents.${id}.definition: Capstan has an agent called ${id} already`, {
    hint: 'Choose another id.',
  })
}

function readOwn(id: string, definition: Readonly<Record<string, unknown>>): AgentDefinition {
  try {
    const [read] = readDefinitions([{ ...definition, id }])
    return read as AgentDefinition
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const [issue] = error.issues
    const where = ['agents', id, 'definition', ...(issue?.path.slice(1) ?? [])].join('.')
    throw new ConfigError(`${where} ${issue?.message ?? error.message}`, {
      cause: error,
      issues: error.issues,
      hint: 'Set at least the start command: "acp": {"binary": "…"}.',
    })
  }
}
