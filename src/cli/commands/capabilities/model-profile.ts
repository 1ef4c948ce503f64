import type { CapabilityProfile } from '../../../capabilities/profile.ts'
import { requireModel } from '../model-argument.ts'

/** The profile of an agent with the model a user names. */
export async function withNamedModel(
  profile: CapabilityProfile,
  agent: string,
  typed: string,
): Promise<CapabilityProfile> {
  const { createModelRegistry, withModel } = await import('../../../models/index.ts')
  const registry = createModelRegistry()
  const { model } = requireModel(registry, agent, typed)
  const details = model === undefined ? null : registry.details(agent, model.modelId)
  // A word such as `auto` leaves the choice to the agent: there is no model to ask.
  return details === null ? profile : withModel(profile, details)
}
