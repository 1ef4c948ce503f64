import type { AgentName, ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { requireOptions, requireString } from '../core/check-argument.ts'
import { AgentModelData } from './agent-model-data.ts'
import type { AgentModels } from './agent-models.ts'
import { type AgentModelsSource, listedModels } from './agent-models-source.ts'
import type { AgentReport } from './remote/agent-report.ts'
import { builtInAgentModels } from './built-in.ts'
import { cost, estimate, type ModelCost, type ModelUsage } from './cost.ts'
import { freeze } from './freeze.ts'
import type { ModelDetails } from './model-details.ts'
import type { ModelRegistry } from './model-registry.ts'
import { createModelSource, type ModelSourceOptions } from './remote/refresh.ts'
import { findModel, type ModelValidationResult, validateModel } from './validate.ts'

/** A registry with details beyond the published shape. */
export interface DetailedModelRegistry extends ModelRegistry {
  /** Everything known about a model, with sources, or null. */
  details(agent: AgentName, modelId: string): ModelDetails | null
  /** The cost of one request with cache, thinking and longer prompts; `unknown` if a price or the model is unknown. */
  cost(agent: AgentName, modelId: string, usage: ModelUsage): ModelCost
  /** Applies an installed agent's report of its models. It takes precedence and replaces the previous report. */
  applyReported(agent: AgentName, report: AgentReport): void
}

/** The options of a registry. */
export interface ModelRegistryOptions {
  /** A list of agents, or a source that may change (default: the catalog). */
  agents?: readonly AgentModels[] | AgentModelsSource
  /** The source of `refresh` (default: models.dev). */
  source?: string | URL | ModelSourceOptions
  clock?: Clock
  fetch?: typeof globalThis.fetch
}

/** A registry over the bundled data. Reads nothing before the first query and fetches nothing before `refresh`. */
export function createModelRegistry(options: ModelRegistryOptions = {}): DetailedModelRegistry {
  requireOptions(options)
  const { agents = builtInAgentModels, clock = systemClock, source = {} } = options
  const known = sourceOf(agents)
  // Keyed by object, not by name: an agent that is registered again starts with new data.
  const dataByAgent = new WeakMap<AgentModels, AgentModelData>()
  const remote = createModelSource({
    source: typeof source === 'string' || source instanceof URL ? { location: source } : source,
    providers: () => [...new Set(known.list().flatMap(({ providers }) => providers))],
    clock,
    fetch: options.fetch ?? globalThis.fetch,
  })

  function dataOf(agent: AgentName): AgentModelData {
    const definition = known.get(agent)
    const data = dataByAgent.get(definition) ?? new AgentModelData(definition)
    dataByAgent.set(definition, data)
    return data
  }

  function find(agent: AgentName, modelId: string): ModelDetails | null {
    const entries = dataOf(agent).entries
    requireString(modelId, 'modelId')
    return findModel(entries, modelId)
  }

  async function refresh(agent: AgentName): Promise<void> {
    await dataOf(agent).refresh(() => remote.load())
  }

  return {
    models: (agent) => dataOf(agent).entries.capabilities as ModelCapabilities[],
    catalog: (agent) => {
      const { capabilities, defaultModel } = dataOf(agent).entries
      const isDefault = (model: ModelCapabilities): boolean => model === defaultModel?.capabilities
      return freeze(capabilities.map((model) => ({ ...model, isDefault: isDefault(model) })))
    },
    model: (agent, modelId) => find(agent, modelId)?.capabilities ?? null,
    defaultModel: (agent) => dataOf(agent).entries.defaultModel?.capabilities ?? null,
    validate: (agent, modelId): ModelValidationResult => {
      const entries = dataOf(agent).entries
      requireString(modelId, 'modelId')
      return validateModel(entries, modelId)
    },
    estimateCost: (agent, modelId, inputTokens, outputTokens) =>
      estimate(find(agent, modelId)?.price, inputTokens, outputTokens),
    refresh,
    refreshAll: async () => {
      const results = await Promise.allSettled(known.list().map(({ agent }) => refresh(agent)))
      const failure = results.find(({ status }) => status === 'rejected')
      if (failure?.status === 'rejected') throw failure.reason
    },
    lastUpdated: (agent) => dataOf(agent).lastUpdated,
    details: find,
    cost: (agent, modelId, usage) => cost(find(agent, modelId) ?? {}, usage),
    applyReported: (agent, report) => dataOf(agent).applyReported(report),
  }
}

/** Converts a list to a source. @throws ValidationError for any other value. */
function sourceOf(agents: NonNullable<ModelRegistryOptions['agents']>): AgentModelsSource {
  if ('list' in Object(agents)) return agents as AgentModelsSource
  return listedModels(agents as readonly AgentModels[])
}
