import type { AgentName, ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { frozenCopy } from '../capabilities/frozen-copy.ts'
import { CapstanError } from '../core/capstan-error.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { excerptOf } from '../core/excerpt.ts'
import { ValidationError } from '../core/validation-error.ts'
import { type AgentEntries, entriesOf } from './agent-entries.ts'
import type { AgentModels } from './agent-models.ts'
import type { AgentReport } from './agent-report.ts'
import { builtInAgentModels } from './built-in.ts'
import { bundle, bundledProvider, bundledReport, corrections } from './bundled.ts'
import { cost, estimate, type ModelCost, type ModelUsage } from './cost.ts'
import { freeze } from './freeze.ts'
import { mergeRemote } from './merge-remote.ts'
import type { ModelDetails } from './model-details.ts'
import type { ModelRegistry } from './model-registry.ts'
import type { ProviderRecords } from './model-record.ts'
import { createModelSource, type FetchedModels, type ModelSourceOptions } from './refresh.ts'
import { findModel, type ModelValidationResult, validateModel } from './validate.ts'

/** A registry that also says what the published shape cannot hold. */
export interface DetailedModelRegistry extends ModelRegistry {
  /** Everything known about a model with its sources, or null if not found. */
  details(agent: AgentName, modelId: string): ModelDetails | null
  /** What one request costs, with cache, thinking and longer prompts; `unknown` where a price or the model is. */
  cost(agent: AgentName, modelId: string, usage: ModelUsage): ModelCost
  /** Takes what an installed agent says about its models. It beats other data and replaces the last report. */
  applyReported(agent: AgentName, report: AgentReport): void
}

/** What a registry is made of. */
export interface ModelRegistryOptions {
  /** The agents of the catalogue unless given. */
  agents?: readonly AgentModels[]
  /** Where `refresh` gets its data; models.dev unless given. */
  source?: string | URL | ModelSourceOptions
  clock?: Clock
  fetch?: typeof globalThis.fetch
}

/** All that can change about an agent. */
interface AgentState {
  definition: AgentModels
  /** Made when first asked for, and again after a change. */
  entries?: AgentEntries
  fetched?: FetchedModels
  reported?: AgentReport
}

/** A registry over the bundled data. Nothing is read before the first question and nothing fetched before `refresh`. */
export function createModelRegistry(options: ModelRegistryOptions = {}): DetailedModelRegistry {
  const { agents = builtInAgentModels, clock = systemClock, source = {} } = options
  const states = new Map(
    agents.map((given): [string, AgentState] => [given.agent, { definition: frozenCopy(given) }]),
  )
  if (states.size < agents.length) {
    throw new ValidationError('Two agents of a model registry have the same name')
  }
  const remote = createModelSource({
    source: typeof source === 'string' || source instanceof URL ? { location: source } : source,
    wanted: [...new Set(agents.flatMap(({ providers }) => providers))],
    clock,
    fetch: options.fetch ?? globalThis.fetch,
  })

  function stateOf(agent: AgentName): AgentState {
    const state = states.get(agent)
    if (state !== undefined) return state
    throw new CapstanError(
      'UNKNOWN_AGENT',
      `No models are registered for an agent called ${excerptOf(agent)}`,
      {
        hint: `Use one that is registered: ${[...states.keys()].join(', ') || 'there is none yet'}.`,
      },
    )
  }

  function entriesFor(agent: AgentName): AgentEntries {
    const state = stateOf(agent)
    state.entries ??= entriesOf(state.definition, {
      providers: [
        ...ownRecordsOf(state.definition),
        ...state.definition.providers.flatMap((provider) => recordsOf(provider, state.fetched) ?? []),
      ],
      reports: [bundledReport(state.definition.report ?? ''), state.reported].filter(
        (report) => report !== undefined,
      ),
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
        hint: 'The data from before is still used; check that the source is the right one.',
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
    model: (agent, modelId) => findModel(entriesFor(agent), modelId)?.capabilities ?? null,
    defaultModel: (agent) => entriesFor(agent).defaultModel?.capabilities ?? null,
    validate: (agent, modelId): ModelValidationResult => validateModel(entriesFor(agent), modelId),
    estimateCost: (agent, modelId, inputTokens, outputTokens) =>
      estimate(findModel(entriesFor(agent), modelId)?.price, inputTokens, outputTokens),
    refresh,
    refreshAll: async () => {
      const results = await Promise.allSettled([...states.keys()].map(refresh))
      const failure = results.find(({ status }) => status === 'rejected')
      if (failure?.status === 'rejected') throw failure.reason
    },
    lastUpdated: (agent) => {
      const { fetched } = stateOf(agent)
      return new Date(fetched?.at ?? newestDate(entriesFor(agent)))
    },
    details: (agent, modelId) => findModel(entriesFor(agent), modelId),
    cost: (agent, modelId, usage) => cost(findModel(entriesFor(agent), modelId) ?? {}, usage),
    applyReported: (agent, report) => {
      const state = stateOf(agent)
      state.reported = frozenCopy(report)
      delete state.entries
    },
  }
}

/** What an agent brings itself stands under its own name. */
function ownRecordsOf({ agent, own }: AgentModels): ProviderRecords[] {
  return own === undefined ? [] : [{ provider: agent, api: '', models: [...own] }]
}

function recordsOf(provider: string, fetched: FetchedModels | undefined): ProviderRecords | undefined {
  const bundled = bundledProvider(provider)
  const remote = fetched?.providers.get(provider)
  if (fetched === undefined || remote === undefined) return bundled
  return mergeRemote(bundled, remote, new Date(fetched.at).toISOString())
}

/** Of the bundled data behind an agent; that of the whole bundle where there is none. */
function newestDate({ listed }: AgentEntries): string {
  const dates = listed.flatMap(({ sources }) => sources.map(({ date }) => date))
  return dates.reduce((newest, date) => (date > newest ? date : newest), '') || bundle().date
}
