import { modelToProfile } from '../capabilities/ecosystems/mux/model-profile.ts'
import { requireObject } from '../core/check-argument.ts'
import type { ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { type CapabilityProfile, createProfile, mergeProfiles } from '../capabilities/profile.ts'
import type { ModelDetails } from './model-details.ts'

/** The profile of an agent with one of its models, whose facts beat the agent's. */
export function withModel(profile: CapabilityProfile, model: ModelDetails): CapabilityProfile {
  requireObject(profile, 'profile', ['subject', 'facts'])
  requireObject(model, 'model', ['capabilities'])
  const subject = { ...profile.subject, model: model.capabilities.modelId }
  return mergeProfiles(subject, [profile, modelToProfile(knownPart(model)), ownEfforts(model)])
}

/** All the words the model takes: the published shape has names for four of them. */
function ownEfforts({ capabilities: { modelId, lastUpdated }, efforts }: ModelDetails): CapabilityProfile {
  const claims =
    efforts === undefined
      ? []
      : [
          {
            id: 'thinking.effort',
            evidence: {
              source: 'model' as const,
              support: efforts.length > 0 ? ('supported' as const) : ('unsupported' as const),
              value: efforts,
              model: modelId,
              origin: 'models',
              at: lastUpdated,
            },
          },
        ]
  return createProfile({ kind: 'model', id: modelId, model: modelId }, claims)
}

/** Without the fields that only stand there because the shape cannot leave them out: they would read as a no. */
function knownPart({ capabilities, assumed }: ModelDetails): ModelCapabilities {
  const known = Object.entries(capabilities).filter(([field]) => !assumed.includes(field))
  return Object.fromEntries(known) as unknown as ModelCapabilities
}
