import { CapstanError } from '../../core/capstan-error.ts'
import type { DetailedModelRegistry } from '../../models/registry.ts'
import type { ModelValidationResult } from '../../models/validate.ts'

/**
 * What a user's word for a model means to an agent.
 * @throws CapstanError `UNKNOWN_MODEL` when it means nothing, or more than one thing.
 */
export function requireModel(
  registry: DetailedModelRegistry,
  agent: string,
  typed: string,
): ModelValidationResult {
  const result = registry.validate(agent, typed)
  if (result.valid) return result
  throw new CapstanError('UNKNOWN_MODEL', result.message, {
    hint: `See capstan models list ${agent} for all of them.`,
  })
}
