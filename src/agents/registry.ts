import type { AgentCapabilities, AgentName, InstallMethod } from '../capabilities/ecosystems/mux/types.ts'
import { frozenCopy } from '../capabilities/frozen-copy.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { requireIterable, requireOptions } from '../core/check-argument.ts'
import type { AgentReport } from '../models/remote/agent-report.ts'
import { AgentAdapter } from './adapter.ts'
import { findAgentId } from './agent-names.ts'
import { askModelsLazily } from './models/ask-models.lazy.ts'
import type { AskModelsOptions } from './models/ask-models.ts'
import { definitions as catalog } from './catalog.ts'
import { checkDefinition } from './check/check-definition.ts'
import type { AgentDefinition } from './definition/definition.ts'
import { detectAllLazily, detectLazily } from './detect/detect.lazy.ts'
import type { Detection, DetectOptions } from './detect/detect.ts'

/**
 * The registered agents. Finds an agent by its id or by any unique name: `claude-code`, a program, a package. An unknown
 * name is an error that suggests the nearest one.
 */
export interface AdapterRegistry {
  /** All agents, in registration order. */
  list(): AgentAdapter[]
  get(agent: AgentName): AgentAdapter
  /** The same object as `get(agent).capabilities`. */
  capabilities(agent: AgentName): Readonly<AgentCapabilities>
  /** Adds an agent. Throws if the definition is invalid or the name is taken. */
  register(definition: AgentDefinition): void
  /** Removes an agent by its id; returns whether the agent was registered. */
  unregister(agent: AgentName): boolean
  /** The installation methods of an agent for a platform (default: the current platform). */
  installInstructions(agent: AgentName, platform?: NodeJS.Platform): readonly InstallMethod[]
  /** Looks for the agent on this machine. */
  detect(agent: AgentName, options?: DetectOptions): Promise<Detection>
  /** Looks for all agents on this machine. */
  detectAll(options?: DetectOptions): Promise<Detection[]>
  /** The models that the installed agent reports, for `applyReported` of a model registry. Starts the program once. */
  askModels(agent: AgentName, options?: AskModelsOptions): Promise<AgentReport>
}

/** A registry of the given agents (default: the whole catalog). */
export function createAdapterRegistry(definitions?: Iterable<AgentDefinition>): AdapterRegistry {
  // Created on first use: an agent of the catalog is evaluated only then.
  const adapters = new Map<string, () => AgentAdapter>()
  const list = (): AgentAdapter[] => Array.from(adapters.values(), (adapter) => adapter())
  const listed = (): AgentDefinition[] => list().map(({ definition }) => definition)

  function get(agent: AgentName): AgentAdapter {
    const adapter = adapters.get(agent) ?? adapters.get(findAgentId(agent, listed()))
    return (adapter as () => AgentAdapter)()
  }

  function register(definition: AgentDefinition): void {
    checkDefinition(definition)
    const { id } = definition
    if (adapters.has(id)) {
      throw new CapstanError('AGENT_EXISTS', `An agent called ${id} already exists`, {
        hint: 'Unregister it first, or choose another id.',
        commandHint: 'Choose another id.',
      })
    }
    const adapter = new AgentAdapter(frozenCopy(definition))
    adapters.set(id, () => adapter)
  }

  if (definitions === undefined) {
    // Tests check the catalog, so it is not checked at every start. An adapter freezes what it returns.
    for (const id of Object.keys(catalog) as (keyof typeof catalog)[]) adapters.set(id, fromCatalog(id))
  } else {
    requireIterable(definitions, 'definitions')
    for (const definition of definitions) register(definition)
  }

  return {
    list,
    get,
    capabilities: (agent) => get(agent).capabilities,
    register,
    unregister: (agent) => adapters.delete(agent),
    installInstructions: (agent, platform = process.platform) =>
      get(agent).definition.install.filter(
        (method) => method.platform === 'all' || method.platform === platform,
      ),
    detect: async (agent, options) => {
      requireOptions(options)
      return await detectLazily(get(agent).definition, options)
    },
    detectAll: async (options) => {
      requireOptions(options)
      return await detectAllLazily(listed(), options)
    },
    askModels: async (agent, options) => {
      requireOptions(options)
      return await askModelsLazily(get(agent).definition, options)
    },
  }
}

function fromCatalog(id: keyof typeof catalog): () => AgentAdapter {
  let adapter: AgentAdapter | undefined
  return () => (adapter ??= new AgentAdapter(catalog[id]))
}
