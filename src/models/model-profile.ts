import { modelToProfile } from '../capabilities/ecosystems/mux/model-profile.ts'
import { requireObject } from '../core/check-argument.ts'
import type { ModelCapabilities } from '../capabilities/ecosystems/mux/types.ts'
import { type Claim, claimsOf } from '../capabilities/profile.ts'
import type { ModelDetails } from './model-details.ts'

/** The facts about a model as claims about an agent that uses it. */
export function modelClaims(model: ModelDetails): Claim[] {
  requireObject(model, 'model', ['capabilities'])
  return [...claimsOf(modelToProfile(knownPart(model))), ...ownThinking(model)]
}

/** Claims about all levels, of which the published shape has only four, and about a missing budget. */
function ownThinking({ capabilities, efforts, takesNoBudget }: ModelDetails): Claim[] {
  const { modelId, lastUpdated: at } = capabilities
  const evidence = { source: 'model', model: modelId, origin: 'models', at } as const
  const claims: Claim[] = []
  if (efforts !== undefined) {
    const support = efforts.length > 0 ? 'supported' : 'unsupported'
    claims.push({ id: 'thinking.effort', evidence: { ...evidence, support, value: efforts } })
  }
  if (takesNoBudget) claims.push({ id: 'thinking.budget', evidence: { ...evidence, support: 'unsupported' } })
  return claims
}

/** Drops placeholder fields of the shape, which would read as unsupported. */
function knownPart({ capabilities, assumed }: ModelDetails): ModelCapabilities {
  const known = Object.entries(capabilities).filter(([field]) => !assumed.includes(field))
  return Object.fromEntries(known) as unknown as ModelCapabilities
}
