import { choose } from '../../../capabilities/choice/choose.ts'
import { readNeed as readCapability } from '../../../capabilities/choice/need.ts'
import { phrases } from '../../../capabilities/choice/spoken-words.ts'
import type { Support } from '../../../capabilities/evidence.ts'
import { type CapabilityProfile, createProfile } from '../../../capabilities/profile.ts'

/** A search for agents. */
export interface Need {
  /** Parts of capability ids or agent names, and words that people use for capabilities. */
  readonly words: readonly string[]
  /** Dollars per million input tokens. */
  readonly maxPrice?: number
}

/** An agent to match against a search. */
export interface Candidate {
  readonly id: string
  readonly name: string
  readonly profile?: CapabilityProfile | undefined
  /** Dollars per million input tokens of its cheapest model, if known. */
  readonly lowestPrice?: number | undefined
}

const price = /(?:\bunder|<=?)\s*\$?\s*(\d+(?:\.\d+)?)(?:\s*\/\s*M(?:Tok)?\b)?/i

/** Ignored words. */
const joints = new Set(['and', 'with', 'plus', '&', '+'])

/** Parses a search such as `resume and image under $3/M`. */
export function readNeed(text: string): Need {
  const match = price.exec(text)
  const words = splitWords(text.replace(price, ' ').toLowerCase())
  return match === null ? { words } : { words, maxPrice: Number(match[1]) }
}

/** Splits at blanks and commas, except inside of phrases. */
function splitWords(text: string): string[] {
  const phrase = phrases().find((one) => ` ${text.replaceAll(/[\s,]+/g, ' ')} `.includes(` ${one} `))
  if (phrase === undefined) {
    return text.split(/[\s,]+/).filter((word) => word !== '' && !joints.has(word))
  }
  const [before = '', ...after] = ` ${text.replaceAll(/[\s,]+/g, ' ')} `.split(` ${phrase} `)
  return [...splitWords(before), phrase, ...splitWords(after.join(' '))]
}

/** Whether an agent matches all parts of a search; `unknown` if a part is unknown and none is unsupported. */
export function verdictOn({ words, maxPrice }: Need, { id, name, profile, lowestPrice }: Candidate): Support {
  const known = profile ?? createProfile({ kind: 'agent', id }, [])
  const ids = Object.keys(known.facts)
  const needs = words
    .filter((word) => !id.includes(word) && !name.toLowerCase().includes(word))
    .map((word) => readCapability(word, ids))
  const { winner, losers } = choose(needs, [{ agent: id, profile: known }], {
    prices: () => (lowestPrice === undefined ? undefined : { input: lowestPrice }),
    limits: maxPrice === undefined ? {} : { maxPrice },
  })
  if (winner !== undefined) return 'supported'
  const reasons = losers.flatMap((loser) => loser.reasons)
  const isUnknown = reasons.every((reason) =>
    reason.type === 'need' ? reason.verdict === 'unknown' : reason.type === 'price' && !reason.price,
  )
  return isUnknown ? 'unknown' : 'unsupported'
}

/** The capabilities that match a word; all of them if none matches. */
export function idsFor({ words }: Need, ids: readonly string[]): readonly string[] {
  const meant = new Set(words.flatMap((word) => readCapability(word, ids).anyOf.map(({ id }) => id)))
  const matching = ids.filter((id) => meant.has(id))
  return matching.length === 0 ? ids : matching
}
