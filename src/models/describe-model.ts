import { defined } from '../capabilities/defined.ts'
import type { ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { type AgentModels, modelIdFor } from './agent-models.ts'
import { modelThinkingOf } from './agent-thinking.ts'
import type { CorrectedRecord } from './corrections.ts'
import {
  budgetRangeOf,
  deploymentOf,
  derivedFlags,
  effortLevelsOf,
  flagsOf,
  protocolOf,
  successorAmong,
  unknownFlags,
} from './remote/derive.ts'
import type { ModelDetails } from './model-details.ts'
import type { DataSource, ModelRecord, ProviderRecords } from './model-record.ts'

/** The agent and provider of a record. */
export interface RecordPlace {
  agent: AgentModels
  provider: ProviderRecords
  /** The provider's other models. */
  served: ReadonlyMap<string, ModelRecord>
}

/** Converts a record to the published shape. */
export function describeRecord(record: CorrectedRecord, place: RecordPlace): ModelDetails {
  const { agent, provider } = place
  const derived = new Set<string>([...derivedFlags, ...(record.derived ?? [])])
  const spoken = protocolOf(record.api ?? provider.api)
  const follower = record.successor ?? successorAmong(record, place.served)
  const budget = budgetRangeOf(record)
  const { price, fetchedAt } = record
  const modelId = modelIdFor(agent, provider.provider, record.id)
  const efforts = modelThinkingOf(agent.thinking, modelId)?.efforts ?? record.efforts
  if (record.successor === undefined && follower !== undefined) derived.add('successorModelId')
  if (budget?.derived) derived.add('thinkingBudgetRange')
  if (record.thinks && price !== undefined && price.thinking === undefined) {
    derived.add('thinkingPricePerMillion')
  }
  if (agent.protocol === 'by-provider' && spoken !== undefined) derived.add('protocol')
  if (agent.deployment === 'by-provider') derived.add('deployment')
  const capabilities = {
    agent: agent.agent,
    modelId,
    displayName: record.name,
    deprecated: record.deprecated === true,
    contextWindow: record.context,
    maxOutputTokens: record.output,
    supportsThinking: record.thinks === true,
    supportsToolCalling: true,
    ...flagsOf(record, spoken),
    supportsStructuredOutput: record.structured === true,
    supportsImageInput: record.images === true,
    supportsImageOutput: false,
    supportsFileInput: record.files === true,
    provider: provider.provider,
    cliArgKey: agent.selection?.cliArgKey ?? '',
    cliArgValue: modelId,
    lastUpdated: fetchedAt ?? `${record.date}T00:00:00.000Z`,
    source: fetchedAt === undefined ? ('bundled' as const) : ('remote' as const),
    ...defined({
      deprecatedSince: record.deprecatedSince,
      successorModelId: follower === undefined ? undefined : modelIdFor(agent, provider.provider, follower),
      maxThinkingTokens: record.budget?.max,
      inputPricePerMillion: price?.input,
      outputPricePerMillion: price?.output,
      thinkingPricePerMillion: record.thinks ? (price?.thinking ?? price?.output) : undefined,
      cachedInputPricePerMillion: price?.cacheRead,
      thinkingEffortLevels: efforts === undefined ? undefined : effortLevelsOf(efforts),
      thinkingBudgetRange: budget?.range,
      providerModelId: modelId === record.id ? undefined : record.id,
      protocol: agent.protocol === 'by-provider' ? spoken : agent.protocol,
      deployment: agent.deployment === 'by-provider' ? deploymentOf(provider.provider) : agent.deployment,
    }),
  } satisfies ModelCapabilities
  const assumed = [
    ...(agent.selection === undefined ? ['cliArgKey'] : []),
    ...unknownFlags(record, spoken),
    ...(record.unknown ?? []),
  ]
  return {
    capabilities,
    derived: [...derived].filter((field) => !assumed.includes(field)),
    assumed,
    hidden: false,
    sources: [{ name: record.source, date: record.date }, ...correctionSource(record)],
    ...defined({ price, efforts, released: record.released }),
  }
}

/** Lists a correction among the sources, with its fields and evidence. */
function correctionSource({ correction }: CorrectedRecord): DataSource[] {
  if (correction === undefined) return []
  const { fields, evidence, date } = correction
  return [{ name: `Correction of ${fields.join(', ')}: ${evidence}`, date }]
}
