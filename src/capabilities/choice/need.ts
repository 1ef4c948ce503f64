import { requireString } from '../../core/check-argument.ts'
import type { RequiredValue, Requirement } from '../requirements.ts'
import { meaningsOf } from './spoken-words.ts'

/** Something a caller needs of an agent. */
export interface Need {
  /** The need as it was written. */
  readonly text: string
  /** The capabilities that satisfy the need: one of them is enough. Empty if no capability is known by this name. */
  readonly anyOf: readonly Requirement[]
}

/**
 * Reads a need: the id of a capability, `id=value` where it has values, or words for it such as `json schema`. A word that
 * is neither an id nor in the table of words means every id that contains it.
 */
export function readNeed(text: string, ids: readonly string[]): Need {
  requireString(text, 'need')
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  if (ids.includes(text.trim())) return { text, anyOf: [{ id: text.trim() }] }
  const { id: name, value } = readRequirement(words)
  const named = ids.includes(name) ? [name] : (meaningsOf(name) ?? ids.filter((id) => id.includes(name)))
  const anyOf = name === '' ? [] : named.map(readRequirement)
  return { text, anyOf: value === undefined ? anyOf : anyOf.map(({ id }) => ({ id, value })) }
}

/** Reads `id`, `id=value` or `id=number`: a number is within a range, another value is a member of a list. */
export function readRequirement(text: string): Requirement {
  const equals = text.indexOf('=')
  if (equals === -1) return { id: text }
  const [id, value] = [text.slice(0, equals).trim(), text.slice(equals + 1).trim()]
  return value === '' ? { id: text } : { id, value: requiredValue(value) }
}

function requiredValue(value: string): RequiredValue {
  return Number.isNaN(Number(value)) ? { includes: value } : { within: Number(value) }
}

/** A requirement as it is written on a command line. */
export function requirementText({ id, value }: Requirement): string {
  if (value === undefined) return id
  return `${id}=${'includes' in value ? value.includes : value.within}`
}
