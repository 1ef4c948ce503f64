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

/**
 * The prices of models by the id that their provider knows. Several providers of an agent may serve a model: the price is
 * that of the provider of the run's model, or the one that all of them ask; undefined if neither is known.
 */
export function servedPrices(run: PricedRun): (served: string) => ModelPrice | undefined {
  const known = new Map<string, ModelPrice | undefined>()
  return (served) => {
    if (!known.has(served)) known.set(served, servedPrice(run, served))
    return known.get(served)
  }
}

function servedPrice(
  { definition: { id }, model, profiles: { models } }: PricedRun,
  served: string,
): ModelPrice | undefined {
  const exact = models.details(id, served)
  if (exact !== null) return exact.price
  const own = model?.capabilities.provider ?? models.defaultModel(id)?.provider
  const offers = models.models(id).filter(({ providerModelId }) => providerModelId === served)
  const [offer] = offers.filter(({ provider }) => provider === own)
  const candidates = offer === undefined ? offers : [offer]
  const prices = candidates.map(({ modelId }) => models.details(id, modelId)?.price)
  return new Set(prices.map((price) => JSON.stringify(price))).size === 1 ? prices[0] : undefined
}

export interface PricedRun {
  readonly definition: AgentDefinition
  readonly options: RunOptions
  readonly model: ModelDetails | null
  readonly profiles: Profiles
}
