import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { ModelDetails } from '../../models/model-details.ts'
import type { ModelPrice } from '../../models/model-record.ts'
import type { RunOptions } from '../api/options.ts'
import type { Profiles } from '../profiles/profiles.ts'

/** The price of a run's model: the requested model, the reported one, or the agent's default. */
export function runPrice(
  { definition: { id }, options, model, profiles: { models } }: PricedRun,
  modelId?: string,
): ModelPrice | undefined {
  if (options.model !== undefined) return model?.price
  const used = modelId ?? models.defaultModel(id)?.modelId
  return used === undefined ? undefined : models.details(id, used)?.price
}

export interface PricedRun {
  readonly definition: AgentDefinition
  readonly options: RunOptions
  readonly model: ModelDetails | null
  readonly profiles: Profiles
}
