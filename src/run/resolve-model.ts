import type { AgentDefinition } from '../agents/definition.ts'
import { ValidationError } from '../core/validation-error.ts'
import type { ModelDetails } from '../models/model-details.ts'
import type { DetailedModelRegistry } from '../models/registry.ts'

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
  const { status, message, resolvedModelId = model, valid } = models.validate(agent, model)
  if (status === 'deprecated') onWarning(message)
  if (valid) return models.details(agent, resolvedModelId)
  // Its session lists the models it has.
  if (knownOnlyLive && status === 'unknown') return null
  if (allowUnknownModel && status === 'unknown') {
    onWarning(`${message}; it is passed on as it is`)
    return null
  }
  throw new ValidationError(message, [{ path: ['model'], message }], {
    hint: `Use one of models.models('${agent}'), or set allowUnknownModel if ${agent} knows the model.`,
    commandHint: `Use one of capstan models list ${agent}, or add --allow-unknown-model if ${agent} knows the model.`,
  })
}
