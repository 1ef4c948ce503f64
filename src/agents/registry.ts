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
 * The agents a program knows. Each is found by its id, and by any name that only it has: `claude-code`, a program, a
 * package. A name that no agent has is an error that names the nearest one.
 */
export interface AdapterRegistry {
  /** All of them, in the order they came. */
  list(): AgentAdapter[]
  get(agent: AgentName): AgentAdapter
  /** The very object that `get(agent).capabilities` is. */
  capabilities(agent: AgentName): Readonly<AgentCapabilities>
  /** Adds an agent; throws when its definition is wrong or its name is taken. */
  register(definition: AgentDefinition): void
  /** Takes an agent out by its id, and says whether it was there. */
  unregister(agent: AgentName): boolean
  /** The ways to install it on a platform, this one unless another is given. */
  installInstructions(agent: AgentName, platform?: NodeJS.Platform): readonly InstallMethod[]
  /** What of it is on this machine. */
  detect(agent: AgentName, options?: DetectOptions): Promise<Detection>
  /** What of all of them is on this machine. */
  detectAll(options?: DetectOptions): Promise<Detection[]>
  /** What it says of its own models, for `applyReported` of a model registry. Starts the installed program once. */
  askModels(agent: AgentName, options?: AskModelsOptions): Promise<AgentReport>
}

/** A registry of the agents given, or of all that Capstan knows. */
export function createAdapterRegistry(definitions?: Iterable<AgentDefinition>): AdapterRegistry {
  const adapters = new Map<string, AgentAdapter>()

  function get(agent: AgentName): AgentAdapter {
    const adapter = adapters.get(agent)
    if (adapter !== undefined) return adapter
    const id = findAgentId(
      agent,
      Array.from(adapters.values(), ({ definition }) => definition),
    )
    return adapters.get(id) as AgentAdapter
  }

  function register(definition: AgentDefinition): void {
    checkDefinition(definition)
    const { id } = definition
    if (adapters.has(id)) {
      throw new CapstanError('AGENT_EXISTS', `There is an agent called ${id} already`, {
        hint: 'Unregister it first, or choose another id.',
        commandHint: 'Choose another id.',
      })
    }
    adapters.set(id, new AgentAdapter(frozenCopy(definition)))
  }

  if (definitions === undefined) {
    // The catalogue is checked by its tests, not at every start; an adapter freezes what it hands out.
    for (const definition of Object.values(catalog)) adapters.set(definition.id, new AgentAdapter(definition))
  } else {
    requireIterable(definitions, 'definitions')
    for (const definition of definitions) register(definition)
  }

  return {
    list: () => [...adapters.values()],
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
      return await detectAllLazily(
        Array.from(adapters.values(), ({ definition }) => definition),
        options,
      )
    },
    askModels: async (agent, options) => {
      requireOptions(options)
      return await askModelsLazily(get(agent).definition, options)
    },
  }
}
