import type { Support, Transport } from '../../../capabilities/evidence.ts'
import type { CapabilityFact, CapabilityProfile, ProfileSubject } from '../../../capabilities/profile.ts'
import type { Standing } from '../../../capabilities/standing.ts'
import { shortValue } from '../../output/short-text.ts'
import type { Style } from '../../output/style.ts'

/** A fact with its meaning from the dictionary, and the support of each transport where they differ. */
export type DescribedFact = CapabilityFact & {
  readonly means?: string
  readonly standing: Standing
  readonly transports?: Readonly<Record<Transport, Support>>
}

export const standings: readonly Standing[] = ['supported', 'unsupported', 'unknown', 'not-applicable']

/** All ids of the dictionary in order, including those without evidence, then ids of other namespaces. */
export async function allFacts(
  profile: CapabilityProfile,
  byTransport: Partial<Record<Transport, CapabilityProfile>> = {},
): Promise<DescribedFact[]> {
  const { dictionary, dictionaryEntry, factOf, standingOf, supportOf } =
    await import('../../../capabilities/index.ts')
  const places = new Map(dictionary.map(({ id }, place) => [id, place]))
  const place = (id: string): number => places.get(dictionaryEntry(id)?.id ?? '') ?? places.size
  const named = dictionary.map(({ id }) => id).filter((id) => !id.includes('<'))
  const ids = [...new Set([...named, ...Object.keys(profile.facts)])]
  const { acp, cli } = byTransport
  return ids
    .toSorted((one, other) => place(one) - place(other))
    .map((id) => {
      const means = dictionaryEntry(id)?.means
      const transports =
        acp === undefined || cli === undefined
          ? undefined
          : { acp: supportOf(acp, id), cli: supportOf(cli, id) }
      return {
        ...factOf(profile, id),
        standing: standingOf(profile, id),
        ...(means === undefined ? {} : { means }),
        ...(transports === undefined || transports.acp === transports.cli ? {} : { transports }),
      }
    })
}

/** How transports differ, the value, and the evidence. */
export function detailText(fact: DescribedFact, subject: ProfileSubject): string {
  const { transports, value } = fact
  const parts = [
    transports === undefined ? '' : transportText(transports),
    shortValue(value, 40),
    basisText(fact, subject),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function transportText({ acp, cli }: Readonly<Record<Transport, Support>>): string {
  if (acp === 'supported' && cli === 'unsupported') return 'acp only'
  if (cli === 'supported' && acp === 'unsupported') return 'cli only'
  return `acp ${acp}, cli ${cli}`
}

/** The support of a fact, colored. */
export function supportText({ support }: Pick<CapabilityFact, 'support'>, style: Style): string {
  return { supported: style.good, unsupported: style.bad, unknown: style.warn }[support](support)
}

/** The deciding evidence, with the agent version if it is not the installed one. */
function basisText({ id, evidence: [decider] }: CapabilityFact, { version }: ProfileSubject): string {
  if (decider === undefined) return id.startsWith('model.') ? 'depends on the model' : 'no evidence yet'
  const { source, model, detail, agentVersion, at, origin } = decider
  if (model !== undefined) return `${source} ${model}`
  const isOther = version !== undefined && agentVersion !== undefined && agentVersion !== version
  const isVerified = origin?.startsWith('capstan verify') === true && at !== undefined
  const basis = isVerified
    ? [`observed ${at.slice(0, 10)}`, detail].filter(Boolean).join(': ')
    : (detail ?? source)
  return `${isOther ? `${agentVersion}: ` : ''}${basis}`
}
