import { modelToProfile } from '../capabilities/ecosystems/mux/model-profile.ts'
import type { ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { type CapabilityProfile, mergeProfiles } from '../capabilities/profile.ts'
import type { ModelDetails } from './model-details.ts'

/** The profile of an agent with one of its models, whose facts beat the agent's. */
export function withModel(profile: CapabilityProfile, model: ModelDetails): CapabilityProfile {
  const subject = { ...profile.subject, model: model.capabilities.modelId }
  return mergeProfiles(subject, [profile, modelToProfile(knownPart(model))])
}

/** Without the fields that only stand there because the shape cannot leave them out: they would read as a no. */
function knownPart({ capabilities, assumed }: ModelDetails): ModelCapabilities {
  const known = Object.entries(capabilities).filter(([field]) => !assumed.includes(field))
  return Object.fromEntries(known) as unknown as ModelCapabilities
}
