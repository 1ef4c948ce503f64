import { defined } from '../../capabilities/defined.ts'
import type { ModelCapabilities } from '../../capabilities/ecosystems/mux/types.ts'
import type { AgentModels } from '../agent-models.ts'
import type { ReportedModel } from './agent-report.ts'
import { effortLevelsOf } from './derive.ts'
import type { ModelDetails } from '../model-details.ts'
import type { DataSource, ModelPrice } from '../model-record.ts'

/** A model with only a known name: every required field is a placeholder. */
export function describeName(modelId: string, agent: AgentModels): ModelDetails {
  const unknown = {
    deprecated: false,
    contextWindow: 0,
    maxOutputTokens: 0,
    supportsThinking: false,
    supportsToolCalling: false,
    supportsParallelToolCalls: false,
    supportsToolCallStreaming: false,
    supportsJsonMode: false,
    supportsStructuredOutput: false,
    supportsTextStreaming: false,
    supportsThinkingStreaming: false,
    supportsImageInput: false,
    supportsImageOutput: false,
    supportsFileInput: false,
  }
  const named = {
    agent: agent.agent,
    modelId,
    displayName: modelId,
    cliArgKey: agent.selection?.cliArgKey ?? '',
    cliArgValue: modelId,
    lastUpdated: '',
    source: 'bundled' as const,
  }
  return {
    capabilities: { ...named, ...unknown },
    derived: [],
    assumed: [...Object.keys(unknown), ...(agent.selection === undefined ? ['cliArgKey'] : [])],
    hidden: false,
    sources: [],
  }
}

/** Merges an agent's report over a model's other data. */
export function overlayReport(
  details: ModelDetails,
  reported: ReportedModel,
  source: DataSource,
): ModelDetails {
  const { efforts, defaultEffort, maxContextWindow, hidden, ...said } = reported
  const fields = defined({
    ...said,
    thinkingEffortLevels:
      said.thinkingEffortLevels ?? (efforts === undefined ? undefined : effortLevelsOf(efforts)),
  })
  const { capabilities } = details
  const at = `${source.date.slice(0, 10)}T00:00:00.000Z`
  const isOpen = (field: string): boolean => !(field in fields)
  const shrunk = fields.contextWindow !== undefined && fields.contextWindow < capabilities.contextWindow
  return {
    ...details,
    capabilities: {
      ...capabilities,
      ...fields,
      lastUpdated: at > capabilities.lastUpdated ? at : capabilities.lastUpdated,
    },
    derived: details.derived.filter(isOpen),
    assumed: details.assumed.filter(isOpen),
    hidden: hidden ?? details.hidden,
    sources: sourcesAfter(details.sources, source),
    ...defined({
      price: priceAfter(details.price, fields),
      efforts,
      defaultEffort,
      maxContextWindow,
      modelContextWindow: shrunk ? capabilities.contextWindow : undefined,
    }),
  }
}

function sourcesAfter(sources: readonly DataSource[], source: DataSource): readonly DataSource[] {
  const isNamed = sources.some(({ name, date }) => name === source.name && date === source.date)
  return isNamed ? sources : [...sources, source]
}

/** Price tiers stay with their base prices. */
function priceAfter(price: ModelPrice | undefined, said: Partial<ModelCapabilities>): ModelPrice | undefined {
  const { inputPricePerMillion: input, outputPricePerMillion: output } = said
  if (input === undefined || output === undefined) return price
  const own = {
    input,
    output,
    cacheRead: said.cachedInputPricePerMillion,
    thinking: said.thinkingPricePerMillion,
  }
  const same = price?.input === input && price.output === output
  return { ...(same ? price : {}), ...(defined(own) as ModelPrice) }
}
