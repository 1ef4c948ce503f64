import { modelToProfile } from '../capabilities/ecosystems/mux/model-profile.ts'
import type { ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { type CapabilityProfile, createProfile, mergeProfiles } from '../capabilities/profile.ts'
import type { ModelDetails } from './model-details.ts'

/** The profile of an agent with one of its models, whose facts beat the agent's. */
export function withModel(profile: CapabilityProfile, model: ModelDetails): CapabilityProfile {
  const subject = { ...profile.subject, model: model.capabilities.modelId }
  return mergeProfiles(subject, [profile, modelToProfile(knownPart(model)), ownThinking(model)])
}

/** All levels the agent takes for the model, of which the published shape has four, and that it takes no budget. */
function ownThinking(model: ModelDetails): CapabilityProfile {
  const { efforts, takesNoBudget } = model
  const { modelId, lastUpdated: at } = model.capabilities
  const evidence = { source: 'model', model: modelId, origin: 'models', at } as const
  const claims = [
    ...(efforts === undefined
      ? []
      : [
          {
            id: 'thinking.effort',
            evidence: {
              ...evidence,
              support: efforts.length > 0 ? ('supported' as const) : ('unsupported' as const),
              value: efforts,
            },
          },
        ]),
    ...(takesNoBudget
      ? [{ id: 'thinking.budget', evidence: { ...evidence, support: 'unsupported' as const } }]
      : []),
  ]
  return createProfile({ kind: 'model', id: modelId, model: modelId }, claims)
}

/** Without the fields that only stand there because the shape cannot leave them out: they would read as a no. */
function knownPart({ capabilities, assumed }: ModelDetails): ModelCapabilities {
  const known = Object.entries(capabilities).filter(([field]) => !assumed.includes(field))
  return Object.fromEntries(known) as unknown as ModelCapabilities
}
