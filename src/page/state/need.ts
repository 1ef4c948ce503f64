import type { CapabilityProfile } from '../../capabilities/profile.ts'
import type { Support } from '../../capabilities/evidence.ts'

/** What somebody looks for. */
export interface Need {
  /** Words that stand in ids of capabilities, or in the name of an agent. */
  readonly words: readonly string[]
  /** Dollars for a million tokens of input. */
  readonly maxPrice?: number
}

/** What an agent is held against. */
export interface Candidate {
  readonly id: string
  readonly name: string
  readonly profile?: CapabilityProfile | undefined
  /** Dollars for a million tokens of input of its cheapest model; undefined when nobody says. */
  readonly lowestPrice?: number | undefined
}

const price = /(?:\bunder|<=?)\s*\$?\s*(\d+(?:\.\d+)?)(?:\s*\/\s*M(?:Tok)?\b)?/i

/** Words that join others and mean nothing by themselves. */
const joints = new Set(['and', 'with', 'plus', '&', '+'])

/** Reads what was typed: `resume and image under $3/M`. */
export function readNeed(text: string): Need {
  const match = price.exec(text)
  const words = text
    .replace(price, ' ')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '' && !joints.has(word))
  return match === null ? { words } : { words, maxPrice: Number(match[1]) }
}

/** Whether an agent has all that is looked for: what nobody knows is neither yes nor no. */
export function verdictOn(need: Need, candidate: Candidate): Support {
  const verdicts = need.words.map((word) => wordVerdict(word, candidate))
  if (need.maxPrice !== undefined) verdicts.push(priceVerdict(need.maxPrice, candidate.lowestPrice))
  if (verdicts.includes('unsupported')) return 'unsupported'
  return verdicts.includes('unknown') ? 'unknown' : 'supported'
}

/** The capabilities that are meant; all of them where no word means one. */
export function idsFor({ words }: Need, ids: readonly string[]): readonly string[] {
  const meant = ids.filter((id) => words.some((word) => id.includes(word)))
  return meant.length === 0 ? ids : meant
}

function wordVerdict(word: string, { id, name, profile }: Candidate): Support {
  if (id.includes(word) || name.toLowerCase().includes(word)) return 'supported'
  const supports = Object.values(profile?.facts ?? {})
    .filter((fact) => fact.id.includes(word))
    .map(({ support }) => support)
  if (supports.includes('supported')) return 'supported'
  return supports.length === 0 || supports.includes('unknown') ? 'unknown' : 'unsupported'
}

function priceVerdict(most: number, lowest: number | undefined): Support {
  if (lowest === undefined) return 'unknown'
  return lowest <= most ? 'supported' : 'unsupported'
}
