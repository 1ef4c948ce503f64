import type { ModelCapabilities } from '../../capabilities/ecosystems/mux/types.ts'
import type { ModelDetails } from '../../models/model-details.ts'
import { dollars, shortCount } from './meters.ts'

/** A model as the gateway lists it: the published shape, and what that shape cannot hold. */
export type ListedModel = Pick<ModelCapabilities, 'modelId' | 'displayName' | 'contextWindow'> &
  Partial<Pick<ModelDetails, 'price' | 'efforts' | 'defaultEffort'>> & { readonly isDefault: boolean }

/** The lowest price of input among models; undefined when nobody names one. */
export function lowestPrice(models: readonly ListedModel[]): number | undefined {
  const prices = models.flatMap(({ price }) => price?.input ?? [])
  return prices.length === 0 ? undefined : Math.min(...prices)
}

/** A model in one line of a list. */
export function labelOf({ modelId, displayName, contextWindow, price }: ListedModel): string {
  const facts = [
    displayName === modelId ? modelId : `${displayName} (${modelId})`,
    // The published shape says 0 for what nobody knows.
    ...(contextWindow > 0 ? [`${shortCount(contextWindow)} context`] : []),
    ...(price === undefined ? [] : [`${dollars(price.input)} in, ${dollars(price.output)} out /M`]),
  ]
  return facts.join(' · ')
}

/** The model that is meant: the one that was chosen, or the one that is used when none is. */
export function modelIn(models: readonly ListedModel[], chosen: string): ListedModel | undefined {
  return models.find(({ modelId }) => modelId === chosen) ?? models.find(({ isDefault }) => isDefault)
}

/** The effort that stays when another model is chosen: only one that the model takes. */
export function keptEffort(effort: string, model: ListedModel | undefined): string {
  return model?.efforts?.includes(effort) ? effort : ''
}
