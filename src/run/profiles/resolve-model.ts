import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { ModelDetails } from '../../models/model-details.ts'
import type { DetailedModelRegistry } from '../../models/registry.ts'

export interface ModelChoice {
  /** An id or an alias. */
  readonly model: string
  readonly allowUnknownModel?: boolean | undefined
  readonly onWarning?: (message: string) => void
}

/**
 * What is known of the model that a caller names; null when nothing is and the name is passed on as it is.
 * @throws ValidationError for a name that the agent is known not to have.
 */
export function resolveModel(
  models: Pick<DetailedModelRegistry, 'validate' | 'details'>,
  { id: agent, knownOnlyLive }: AgentDefinition,
  { model, allowUnknownModel = false, onWarning = () => {} }: ModelChoice,
): ModelDetails | null {
  const { status, message, suggestions = [], resolvedModelId = model, valid } = models.validate(agent, model)
  // An agent whose session lists its models says itself which it takes.
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
