import { CapstanError } from '../../core/capstan-error.ts'
import type { DetailedModelRegistry } from '../../models/registry.ts'
import type { ModelValidationResult } from '../../models/validate.ts'

/**
 * Resolves a model name for an agent.
 * @throws CapstanError `UNKNOWN_MODEL` if the name is unknown or ambiguous.
 */
export function requireModel(
  registry: DetailedModelRegistry,
  agent: string,
  typed: string,
): ModelValidationResult {
  const result = registry.validate(agent, typed)
  if (result.valid) return result
  const { message, suggestions = [] } = result
  throw new CapstanError('UNKNOWN_MODEL', message, {
    hint:
      suggestions.length === 0
        ? `Run capstan models list ${agent} to see the known models.`
        : `Did you mean ${suggestions.join(', ')}?`,
  })
}
