import { detail, type RowDetail, type Shape, type Variant } from './shape.ts'

export type Fields = Record<string, unknown>

/** Converts a source object to ours with its table. */
export function carry(source: Fields, shape: Shape): Fields {
  const variant = shape.variants.find((candidate) => fitsSource(source, candidate))
  if (!variant) throw new Error(`No variant of ${shape.name} fits ${JSON.stringify(source)}`)
  const target: Fields = {}
  for (const [path, value] of Object.entries(variant.set ?? {})) put(target, path, value)
  for (const path of variant.made ?? []) put(target, path, `made-${path}`)
  for (const [path, row] of Object.entries(variant.rows)) carryRow(source, target, { path, row: detail(row) })
  if (variant.whole !== undefined) put(target, variant.whole, source)
  if (variant.rest) {
    const rest = Object.entries(source).filter(([key]) => !isNamed(key, variant))
    if (rest.length > 0 || !variant.rest.optional) put(target, variant.rest.to, Object.fromEntries(rest))
  }
  return target
}

/** Restores a source object from ours with the same table and nothing else. */
export function carryBack(target: Fields, shape: Shape): Fields {
  const variant = shape.variants.find((candidate) => fitsTarget(target, candidate))
  if (!variant) throw new Error(`No variant of ${shape.name} gives ${JSON.stringify(target)}`)
  if (variant.whole !== undefined) return get(target, variant.whole) as Fields
  const source: Fields = {}
  for (const [path, value] of Object.entries(variant.when ?? {})) put(source, path, value)
  if (variant.rest) Object.assign(source, get(target, variant.rest.to))
  for (const [path, row] of Object.entries(variant.rows)) {
    const { to, with: also = {}, ...how } = detail(row)
    const value = get(target, to)
    const belongs = Object.entries(also).every(([key, expected]) => get(target, key) === expected)
    if (value !== undefined && belongs) put(source, path, convertBack(value, { to, ...how }))
  }
  return source
}

/** The source without nulls that its protocol treats as absent: the expected result of a round trip. */
export function settle(source: Fields, shape: Shape): Fields {
  const variant = shape.variants.find((candidate) => fitsSource(source, candidate))
  if (!variant || variant.whole !== undefined) return source
  const settled = structuredClone(source)
  for (const [path, row] of Object.entries(variant.rows)) {
    const { as, clears, verbatim } = detail(row)
    const value = get(settled, path)
    if (value === null && !clears && !verbatim) remove(settled, path)
    else if (as && value !== null && value !== undefined) {
      put(
        settled,
        path,
        each(value, (item) => settle(item, as)),
      )
    }
  }
  return settled
}

function fitsSource(source: Fields, { when = {}, has = [] }: Variant): boolean {
  return (
    Object.entries(when).every(([path, value]) => get(source, path) === value) &&
    has.every((path) => (get(source, path) ?? null) !== null)
  )
}

function fitsTarget(target: Fields, { set = {}, has = [], lacks = [], rows }: Variant): boolean {
  return (
    Object.entries(set).every(([path, value]) => get(target, path) === value) &&
    has.every((path) => get(target, detail(rows[path] ?? path).to) !== undefined) &&
    lacks.every((path) => get(target, path) === undefined)
  )
}

/** Whether the table names a field of the source, so that the field does not belong to the rest. */
function isNamed(key: string, { rows, when = {} }: Variant): boolean {
  return [...Object.keys(rows), ...Object.keys(when)].some((path) => path.split('.')[0] === key)
}

function carryRow(source: Fields, target: Fields, { path, row }: { path: string; row: RowDetail }): void {
  const value = get(source, path)
  if (value === undefined || (value === null && !row.clears && !row.verbatim)) return
  const converted = value === null ? null : convert(value, row)
  if (row.to === '') Object.assign(target, converted)
  else put(target, row.to, converted)
  for (const [key, also] of Object.entries(row.with ?? {})) put(target, key, also)
}

function convert(value: unknown, { as, words, wrap, time }: RowDetail): unknown {
  if (as) return each(value, (item) => carry(item, as))
  if (words) return eachWord(value, (word) => (words.includes(word) ? word.replaceAll('_', '-') : word))
  if (wrap !== undefined) return { [wrap]: value }
  if (value instanceof Date) return time === 'milliseconds' ? value.getTime() : value.toISOString()
  return value
}

function convertBack(value: unknown, { as, words, wrap, time }: RowDetail): unknown {
  if (value === null) return null
  if (as) return each(value, (item) => carryBack(item, as))
  if (words) {
    const back = new Map(words.map((word) => [word.replaceAll('_', '-'), word]))
    return eachWord(value, (word) => back.get(word) ?? word)
  }
  if (wrap !== undefined) return get(value, wrap)
  if (time === 'milliseconds') return new Date(value as number)
  return value
}

function each(value: unknown, change: (item: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item: Fields) => change(item))
  return change(value as Fields)
}

function eachWord(value: unknown, change: (word: string) => string): unknown {
  if (Array.isArray(value)) return value.map((word: string) => change(word))
  return change(value as string)
}

function get(value: unknown, path: string): unknown {
  if (path === '') return value
  let found = value
  for (const key of path.split('.')) found = (found as Fields | null | undefined)?.[key]
  return found
}

/** Sets a nested field; `0` in a path creates a list with one item. */
function put(target: Fields, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() ?? path
  let place = target
  for (const [index, key] of keys.entries()) {
    place[key] ??= keys[index + 1] === '0' ? [] : {}
    place = place[key] as Fields
  }
  place[last] = value
}

function remove(source: Fields, path: string): void {
  const keys = path.split('.')
  const last = keys.pop() ?? path
  const place = get(source, keys.join('.')) as Fields
  delete place[last]
}
