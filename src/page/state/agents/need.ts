import type { CapabilityProfile } from '../../../capabilities/profile.ts'
import type { Support } from '../../../capabilities/evidence.ts'
import { meansCapability, phrases } from './spoken-words.ts'

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
  const phrase = phrases.find((one) => ` ${text.replaceAll(/[\s,]+/g, ' ')} `.includes(` ${one} `))
  if (phrase === undefined) {
    return text.split(/[\s,]+/).filter((word) => word !== '' && !joints.has(word))
  }
  const [before = '', ...after] = ` ${text.replaceAll(/[\s,]+/g, ' ')} `.split(` ${phrase} `)
  return [...splitWords(before), phrase, ...splitWords(after.join(' '))]
}

/** Whether an agent matches all parts of a search; `unknown` if a part is unknown and none is unsupported. */
export function verdictOn(need: Need, candidate: Candidate): Support {
  const verdicts = need.words.map((word) => wordVerdict(word, candidate))
  if (need.maxPrice !== undefined) verdicts.push(priceVerdict(need.maxPrice, candidate.lowestPrice))
  if (verdicts.includes('unsupported')) return 'unsupported'
  return verdicts.includes('unknown') ? 'unknown' : 'supported'
}

/** The capabilities that match a word; all of them if none matches. */
export function idsFor({ words }: Need, ids: readonly string[]): readonly string[] {
  const matching = ids.filter((id) => words.some((word) => meansCapability(word, id)))
  return matching.length === 0 ? ids : matching
}

function wordVerdict(word: string, { id, name, profile }: Candidate): Support {
  if (id.includes(word) || name.toLowerCase().includes(word)) return 'supported'
  const supports = Object.values(profile?.facts ?? {})
    .filter((fact) => meansCapability(word, fact.id))
    .map(({ support }) => support)
  if (supports.includes('supported')) return 'supported'
  return supports.length === 0 || supports.includes('unknown') ? 'unknown' : 'unsupported'
}

function priceVerdict(most: number, lowest: number | undefined): Support {
  if (lowest === undefined) return 'unknown'
  return lowest <= most ? 'supported' : 'unsupported'
}
