import { CapstanError } from '../../core/capstan-error.ts'
import type { DetailedModelRegistry } from '../../models/registry.ts'
import type { ModelValidationResult } from '../../models/validate.ts'

/**
 * What a name of a model means to an agent.
 * @throws CapstanError `UNKNOWN_MODEL` when it means nothing, or more than one thing.
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
        ? `Run capstan models list ${agent} to see all of them.`
        : `Did you mean ${suggestions.join(', ')}?`,
  })
}
