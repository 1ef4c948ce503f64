import type { ModelSummary } from '../../gateway/http/api/model-routes.ts'
import { dollars, shortCount } from './meters.ts'

/** A model as the gateway lists it. */
export type ListedModel = ModelSummary

/** One-line label of a model. */
export function labelOf({ modelId, displayName, contextWindow, price }: ListedModel): string {
  const facts = [
    displayName === modelId ? modelId : `${displayName} (${modelId})`,
    // The published shape uses 0 for unknown.
    ...(contextWindow > 0 ? [`${shortCount(contextWindow)} context`] : []),
    ...(price === undefined ? [] : [`${dollars(price.input)} in, ${dollars(price.output)} out /M`]),
  ]
  return facts.join(' · ')
}

/** The chosen model, or the default model. */
export function modelIn(models: readonly ListedModel[], chosen: string): ListedModel | undefined {
  return models.find(({ modelId }) => modelId === chosen) ?? models.find(({ isDefault }) => isDefault)
}

/** The effort after a model change: empty if the new model does not support it. */
export function keptEffort(effort: string, model: ListedModel | undefined): string {
  return model?.efforts?.includes(effort) ? effort : ''
}
