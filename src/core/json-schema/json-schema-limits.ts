import { anyOf } from '../text/any-of.ts'
import { isRecord } from '../is-record.ts'
import { jsonEquals } from './json-equals.ts'

/** Checks a keyword on a value itself, not on its members; a returned string is the issue. */
export type Limit = (rule: unknown, value: unknown, cannotCheck: (what: string) => void) => string | undefined

const typeTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: isRecord,
}

const type: Limit = (rule, value, cannotCheck) => {
  const names = [rule].flat().map(String)
  const unknown = names.filter((name) => !Object.hasOwn(typeTests, name))
  for (const name of unknown) cannotCheck(`type ${name}`)
  if (unknown.length > 0 || names.some((name) => typeTests[name]?.(value))) return undefined
  return `must be of type ${anyOf(names)}, and is ${nameOf(value)}`
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const oneOfValues: Limit = (rule, value) => {
  if (!Array.isArray(rule) || rule.some((allowed) => jsonEquals(allowed, value))) return undefined
  return `must be one of ${rule.map((allowed) => JSON.stringify(allowed)).join(', ')}`
}

const sameValue: Limit = (rule, value) =>
  jsonEquals(rule, value) ? undefined : `must be ${JSON.stringify(rule)}`

const number =
  (words: string, isFine: (value: number, limit: number) => boolean): Limit =>
  (limit, value, cannotCheck) => {
    if (typeof value !== 'number') return undefined
    if (typeof limit === 'number') return isFine(value, limit) ? undefined : `must be ${words} ${limit}`
    // In draft 4, true makes another keyword's limit exclusive.
    if (limit !== false) cannotCheck(`${words} ${String(limit)}`)
    return undefined
  }

interface Length {
  of: (value: unknown) => number | undefined
  noun: string
}

const least =
  ({ of, noun }: Length): Limit =>
  (limit, value) => {
    const count = of(value)
    return count === undefined || typeof limit !== 'number' || count >= limit
      ? undefined
      : `must have at least ${limit} ${noun}, and has ${count}`
  }

const most =
  ({ of, noun }: Length): Limit =>
  (limit, value) => {
    const count = of(value)
    return count === undefined || typeof limit !== 'number' || count <= limit
      ? undefined
      : `must have at most ${limit} ${noun}, and has ${count}`
  }

const characters: Length = {
  noun: 'characters',
  // A surrogate pair counts as one character.
  of: (value) =>
    typeof value === 'string' ? value.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '-').length : undefined,
}
const items: Length = { noun: 'items', of: (value) => (Array.isArray(value) ? value.length : undefined) }

/** The keywords of JSON Schema that limit a value by itself, by name. */
export const limits: ReadonlyMap<string, Limit> = new Map([
  ['type', type],
  ['enum', oneOfValues],
  ['const', sameValue],
  ['minimum', number('at least', (value, limit) => value >= limit)],
  ['maximum', number('at most', (value, limit) => value <= limit)],
  ['exclusiveMinimum', number('more than', (value, limit) => value > limit)],
  ['exclusiveMaximum', number('less than', (value, limit) => value < limit)],
  ['minLength', least(characters)],
  ['maxLength', most(characters)],
  ['minItems', least(items)],
  ['maxItems', most(items)],
])
