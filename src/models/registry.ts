import type { AgentName, ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { frozenCopy } from '../capabilities/frozen-copy.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { requireObject, requireOptions, requireString } from '../core/check-argument.ts'
import { type AgentEntries, entriesOf } from './agent-entries.ts'
import type { AgentModels } from './agent-models.ts'
import { type AgentModelsSource, listedModels } from './agent-models-source.ts'
import type { AgentReport } from './remote/agent-report.ts'
import { builtInAgentModels } from './built-in.ts'
import { bundle, bundledProvider, bundledReport, corrections } from './bundled.ts'
import { cost, estimate, type ModelCost, type ModelUsage } from './cost.ts'
import { freeze } from './freeze.ts'
import { mergeRemote } from './remote/merge-remote.ts'
import type { ModelDetails } from './model-details.ts'
import type { ModelRegistry } from './model-registry.ts'
import type { ProviderRecords } from './model-record.ts'
import { createModelSource, type FetchedModels, type ModelSourceOptions } from './remote/refresh.ts'
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

/** The changeable state of an agent. */
interface AgentState {
  definition: AgentModels
  /** Built on first use and after a change. */
  entries?: AgentEntries
  fetched?: FetchedModels
  reported?: AgentReport
}

/** A registry over the bundled data. Reads nothing before the first query and fetches nothing before `refresh`. */
export function createModelRegistry(options: ModelRegistryOptions = {}): DetailedModelRegistry {
  requireOptions(options)
  const { agents = builtInAgentModels, clock = systemClock, source = {} } = options
  const known = sourceOf(agents)
  // Keyed by object, not by name: an agent that is registered again starts with new state.
  const states = new WeakMap<AgentModels, AgentState>()
  const remote = createModelSource({
    source: typeof source === 'string' || source instanceof URL ? { location: source } : source,
    providers: () => [...new Set(known.list().flatMap(({ providers }) => providers))],
    clock,
    fetch: options.fetch ?? globalThis.fetch,
  })

  function stateOf(agent: AgentName): AgentState {
    const definition = known.get(agent)
    const state = states.get(definition) ?? { definition }
    states.set(definition, state)
    return state
  }

  function find(agent: AgentName, modelId: string): ModelDetails | null {
    const entries = entriesFor(agent)
    requireString(modelId, 'modelId')
    return findModel(entries, modelId)
  }

  function entriesFor(agent: AgentName): AgentEntries {
    const state = stateOf(agent)
    state.entries ??= entriesOf(state.definition, {
      providers: [
        ...ownRecordsOf(state.definition),
        ...state.definition.providers.flatMap((provider) => recordsOf(provider, state.fetched) ?? []),
      ],
      reports: [
        bundledReport(state.definition.report ?? ''),
        state.definition.catalog,
        state.reported,
      ].filter((report) => report !== undefined),
      corrections: corrections(),
    })
    return state.entries
  }

  async function refresh(agent: AgentName): Promise<void> {
    const state = stateOf(agent)
    const { providers } = state.definition
    if (providers.length === 0) return
    const fetched = await remote.load()
    if (!providers.some((provider) => fetched.providers.has(provider))) {
      const message = `The refreshed data has no models of ${providers.join(', ')}`
      throw new CapstanError('MODEL_REFRESH_FAILED', message, {
        hint: 'The previous data stays in use; check the source.',
      })
    }
    state.fetched = fetched
    delete state.entries
  }

  return {
    models: (agent) => entriesFor(agent).capabilities as ModelCapabilities[],
    catalog: (agent) => {
      const { capabilities, defaultModel } = entriesFor(agent)
      const isDefault = (model: ModelCapabilities): boolean => model === defaultModel?.capabilities
      return freeze(capabilities.map((model) => ({ ...model, isDefault: isDefault(model) })))
    },
    model: (agent, modelId) => find(agent, modelId)?.capabilities ?? null,
    defaultModel: (agent) => entriesFor(agent).defaultModel?.capabilities ?? null,
    validate: (agent, modelId): ModelValidationResult => {
      const entries = entriesFor(agent)
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
    lastUpdated: (agent) => {
      const { fetched } = stateOf(agent)
      return new Date(fetched?.at ?? newestDate(entriesFor(agent)))
    },
    details: find,
    cost: (agent, modelId, usage) => cost(find(agent, modelId) ?? {}, usage),
    applyReported: (agent, report) => {
      const state = stateOf(agent)
      requireObject(report, 'report', ['source', 'models'])
      state.reported = frozenCopy(report)
      delete state.entries
    },
  }
}

/** Converts a list to a source. @throws ValidationError for any other value. */
function sourceOf(agents: NonNullable<ModelRegistryOptions['agents']>): AgentModelsSource {
  if ('list' in Object(agents)) return agents as AgentModelsSource
  return listedModels(agents as readonly AgentModels[])
}

/** An agent's own models use its name as their provider. */
function ownRecordsOf({ agent, own }: AgentModels): ProviderRecords[] {
  return own === undefined ? [] : [{ provider: agent, api: '', models: [...own] }]
}

function recordsOf(provider: string, fetched: FetchedModels | undefined): ProviderRecords | undefined {
  const bundled = bundledProvider(provider)
  const remote = fetched?.providers.get(provider)
  if (fetched === undefined || remote === undefined) return bundled
  return mergeRemote(bundled, remote, new Date(fetched.at).toISOString())
}

/** The date of the agent's bundled data, or else of the whole bundle. */
function newestDate({ listed }: AgentEntries): string {
  const dates = listed.flatMap(({ sources }) => sources.map(({ date }) => date))
  return dates.reduce((newest, date) => (date > newest ? date : newest), '') || bundle().date
}
