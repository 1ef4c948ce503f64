import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { ModelDetails } from '../../models/model-details.ts'
import type { DetailedModelRegistry } from '../../models/registry.ts'

export interface ModelChoice {
  /** A model id or alias. */
  readonly model: string
  readonly allowUnknownModel?: boolean | undefined
  readonly onWarning?: (message: string) => void
}

/**
 * The data of the requested model; null if the model is unknown and its name is passed on unchanged.
 * @throws ValidationError for a model that the agent does not have.
 */
export function resolveModel(
  models: Pick<DetailedModelRegistry, 'validate' | 'details'>,
  { id: agent, knownOnlyLive }: AgentDefinition,
  { model, allowUnknownModel = false, onWarning = () => {} }: ModelChoice,
): ModelDetails | null {
  const { status, message, suggestions = [], resolvedModelId = model, valid } = models.validate(agent, model)
  // An agent that lists models in its session checks the name itself.
  const isUnchecked = valid && status === 'unknown' && !knownOnlyLive
  if (status === 'deprecated' || isUnchecked) onWarning(message)
  if (valid) return models.details(agent, resolvedModelId)
  if (allowUnknownModel && status === 'unknown') {
    onWarning(`${message}; the name is passed on unchanged`)
    return null
  }
  const hints =
    suggestions.length > 0
      ? { hint: `Did you mean ${suggestions.join(', ')}?` }
      : {
          hint: `Set allowUnknownModel if ${agent} knows the model.`,
          commandHint: `Add --allow-unknown-model if ${agent} knows the model.`,
        }
  throw new ValidationError(message, [{ path: ['model'], message }], hints)
}
