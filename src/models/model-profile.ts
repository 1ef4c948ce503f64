import { modelToProfile } from '../capabilities/ecosystems/mux/model-profile.ts'
import type { ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { type Claim, claimsOf } from '../capabilities/profile.ts'
import type { ModelDetails } from './model-details.ts'

/** What is known of a model, as claims about an agent that uses it. */
export function modelClaims(model: ModelDetails): Claim[] {
  return [...claimsOf(modelToProfile(knownPart(model))), ...ownEfforts(model)]
}

/** All the levels the model takes: the published shape has names for four of them. */
function ownEfforts({ capabilities: { modelId, lastUpdated }, efforts }: ModelDetails): Claim[] {
  if (efforts === undefined) return []
  return [
    {
      id: 'thinking.effort',
      evidence: {
        source: 'model',
        support: efforts.length > 0 ? 'supported' : 'unsupported',
        value: efforts,
        model: modelId,
        origin: 'models',
        at: lastUpdated,
      },
    },
  ]
}

/** Without the fields that only stand there because the shape cannot leave them out: they would read as a no. */
function knownPart({ capabilities, assumed }: ModelDetails): ModelCapabilities {
  const known = Object.entries(capabilities).filter(([field]) => !assumed.includes(field))
  return Object.fromEntries(known) as unknown as ModelCapabilities
}
