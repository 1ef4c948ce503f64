import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { namesIn } from '../../agents/launch/names-in-settings.ts'
import type { ModelDetails } from '../../models/model-details.ts'
import type { DetailedModelRegistry } from '../../models/registry.ts'
import type { RunOptions } from '../api/options.ts'
import { thinkingRequestOf } from './check-thinking.ts'

/** The model that the user's settings choose for a run without one, where its thinking is set; null if it is not known. */
export function configuredModel(
  options: RunOptions,
  {
    definition: { id, modelSetting },
    models,
  }: { definition: AgentDefinition; models: Pick<DetailedModelRegistry, 'details'> },
): ModelDetails | null {
  const isSet = Object.values(thinkingRequestOf(options)).some((value) => value !== undefined)
  if (!isSet || modelSetting === undefined || options.model !== undefined) return null
  const [name] = namesIn(modelSetting, { ...process.env, ...options.env })
  return name === undefined ? null : models.details(id, name)
}
