import type { CapabilityFact, CapabilityProfile, ProfileSubject } from '../../../capabilities/profile.ts'
import type { Style } from '../../output/style.ts'

/** A fact with what the dictionary says of its id. */
export type DescribedFact = CapabilityFact & { readonly means?: string }

/** Every id of the dictionary in its order, what nobody speaks of too, then ids of somebody's own. */
export async function allFacts(profile: CapabilityProfile): Promise<DescribedFact[]> {
  const { dictionary, dictionaryEntry, factOf } = await import('../../../capabilities/index.ts')
  const places = new Map(dictionary.map(({ id }, place) => [id, place]))
  const place = (id: string): number => places.get(dictionaryEntry(id)?.id ?? '') ?? places.size
  const named = dictionary.map(({ id }) => id).filter((id) => !id.includes('<'))
  const ids = [...new Set([...named, ...Object.keys(profile.facts)])]
  return ids
    .toSorted((one, other) => place(one) - place(other))
    .map((id) => {
      const means = dictionaryEntry(id)?.means
      return { ...factOf(profile, id), ...(means === undefined ? {} : { means }) }
    })
}

/** The word for a fact's support, in its colour. */
export function supportText({ support }: Pick<CapabilityFact, 'support'>, style: Style): string {
  return { supported: style.good, unsupported: style.bad, unknown: style.warn }[support](support)
}

/** What a fact rests on, in a few words, and the version it was seen with where that is not the installed one. */
export function basisText({ id, evidence: [decider] }: CapabilityFact, { version }: ProfileSubject): string {
  if (decider === undefined) return id.startsWith('model.') ? 'depends on the model' : 'nobody has looked'
  const { source, model, detail, agentVersion } = decider
  if (model !== undefined) return `${source} ${model}`
  const isOther = version !== undefined && agentVersion !== undefined && agentVersion !== version
  return `${isOther ? `of ${agentVersion}: ` : ''}${detail ?? source}`
}
