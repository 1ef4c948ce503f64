import { ValidationError } from '../../core/validation-error.ts'
import type { AdapterRegistry } from '../../agents/registry.ts'
import { effortInName } from '../../models/model-variant.ts'
import type { DetailedModelRegistry } from '../../models/registry.ts'
import type { RunOptions } from './options.ts'

/** Who knows the names. */
interface NameContext {
  readonly adapters: Pick<AdapterRegistry, 'get'>
  readonly models: Pick<DetailedModelRegistry, 'details'>
}

/**
 * The options under the names everything below goes by: the agent's id, and a model whose name asks for an effort, such as
 * `gpt-5.5[high]`, as the model and the effort.
 * @throws CapstanError for an agent that is not known, ValidationError for two efforts.
 */
export function namedOptions(options: RunOptions, { adapters, models }: NameContext): RunOptions {
  const { id: agent } = adapters.get(options.agent)
  const { model, thinkingEffort } = options
  const details = model === undefined ? null : models.details(agent, model)
  const effort = model === undefined || details === null ? undefined : effortInName(model, details)
  if (effort === undefined) return agent === options.agent ? options : { ...options, agent }
  if (thinkingEffort !== undefined && thinkingEffort !== effort) {
    const message = `is ${thinkingEffort}, and ${model} asks for ${effort}`
    throw new ValidationError(`The effort ${message}`, [{ path: ['thinkingEffort'], message }], {
      hint: `Use the model ${details?.capabilities.modelId}.`,
    })
  }
  return { ...options, agent, model: details?.capabilities.modelId, thinkingEffort: effort }
}
