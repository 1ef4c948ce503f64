import { ValidationError } from '../../core/validation-error.ts'
import type { AdapterRegistry } from '../../agents/registry.ts'
import { effortInName } from '../../models/model-variant.ts'
import type { DetailedModelRegistry } from '../../models/registry.ts'
import type { RunOptions } from './options.ts'

/** The registries that resolve names. */
interface NameContext {
  readonly adapters: Pick<AdapterRegistry, 'get'>
  readonly models: Pick<DetailedModelRegistry, 'details'>
}

/**
 * Resolves names in the options: an agent's alias to its id, and a model name with an effort, such as `gpt-5.5[high]`,
 * to the model and the effort.
 * @throws CapstanError for an unknown agent, ValidationError for two efforts.
 */
export function namedOptions(options: RunOptions, { adapters, models }: NameContext): RunOptions {
  const { id: agent } = adapters.get(options.agent)
  const { model, thinkingEffort } = options
  const details = model === undefined ? null : models.details(agent, model)
  const effort = model === undefined || details === null ? undefined : effortInName(model, details)
  if (effort === undefined) return agent === options.agent ? options : { ...options, agent }
  if (thinkingEffort !== undefined && thinkingEffort !== effort) {
    const message = `is ${thinkingEffort}, but ${model} sets ${effort}`
    throw new ValidationError(`The effort ${message}`, [{ path: ['thinkingEffort'], message }], {
      hint: `Use the model ${details?.capabilities.modelId}.`,
    })
  }
  return { ...options, agent, model: details?.capabilities.modelId, thinkingEffort: effort }
}
