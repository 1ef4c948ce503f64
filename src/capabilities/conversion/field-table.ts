import type { ClaimSheet } from './claim-sheet.ts'
import { omitted } from '../evidence.ts'
import type { ProfileReader } from './profile-reader.ts'

/** One field of a published declaration, by its dotted path, and its capability. */
export interface Field {
  readonly path: string
  readonly id: string
  /**
   * - `support`: the field says yes or no
   * - `value`: the field holds the value of a supported capability
   * - `presence`: the presence of the field means yes, and its content is the value
   */
  readonly holds: 'support' | 'value' | 'presence'
}

type Fields = Record<string, unknown>

/** Ids by the names of fields; a field with fields of its own is another object. */
export interface FieldNames {
  readonly [name: string]: string | FieldNames
}

/** A table written as objects like the declaration. Mark the call as pure, so that bundlers drop an unused table. */
export function fieldTable(table: Readonly<Partial<Record<Field['holds'], FieldNames>>>): Field[] {
  const rows = (names: FieldNames, holds: Field['holds'], section = ''): Field[] =>
    Object.entries(names).flatMap(([name, id]) =>
      typeof id === 'string' ? { path: section + name, id, holds } : rows(id, holds, `${section}${name}.`),
    )
  return Object.entries(table).flatMap(([holds, names]) => rows(names, holds as Field['holds']))
}

/**
 * Adds the claims of a declaration for the fields of a table; null counts as missing.
 * With `silence: 'unsupported'` a missing boolean field counts as unsupported.
 */
export function readFields(
  sheet: ClaimSheet,
  declaration: object,
  { fields, silence }: { fields: readonly Field[]; silence: 'unknown' | 'unsupported' },
): void {
  for (const [id, rows] of Map.groupBy(fields, (field) => field.id)) {
    const said = Object.assign({}, ...rows.map((row) => readField(row, at(declaration, row.path)))) as Said
    const silent =
      said.flag === undefined && silence === 'unsupported' && rows.some(({ holds }) => holds !== 'value')
    if (silent) sheet.state(id, { ...said, flag: false, detail: omitted })
    else if (rows.every(({ holds }) => holds === 'value'))
      sheet.state(id, { ...said, flag: flagOf(said.value) })
    else sheet.state(id, said)
  }
}

interface Said {
  flag?: boolean
  value?: unknown
}

function readField({ holds }: Field, content: unknown): Said {
  if (content === undefined || content === null) return {}
  if (holds === 'value') return { value: content }
  if (holds === 'support' || typeof content !== 'object') return { flag: content === true }
  return { flag: true, ...(Object.keys(content).length === 0 ? {} : { value: content }) }
}

/** A value without a flag means support, unless it is an empty list. */
function flagOf(value: unknown): boolean | undefined {
  if (value === undefined) return undefined
  return !(Array.isArray(value) && value.length === 0)
}

/** Keeps all other fields of the declaration under ids of the ecosystem's namespace. */
export function readLeftovers(
  sheet: ClaimSheet,
  declaration: object,
  {
    fields,
    namespace,
    named = [],
  }: { fields: readonly Field[]; namespace: string; named?: readonly string[] },
): void {
  for (const [parent, children] of parentsOf(fields, named)) {
    const section = parent === '' ? declaration : at(declaration, parent)
    sheet.leftovers(leftoverId(namespace, parent), section as object | undefined, [...children])
  }
}

/** Writes the fields of a table, and the kept fields of the ecosystem, from a profile. */
export function writeFields(
  reader: ProfileReader,
  {
    fields,
    namespace,
    named = [],
    flag,
  }: {
    fields: readonly Field[]
    namespace: string
    named?: readonly string[]
    flag: (id: string) => unknown
  },
): Fields {
  const declaration: Fields = {}
  for (const { path, id, holds } of fields) {
    const content = holds === 'support' ? flag(id) : reader.value(id)
    if (holds === 'presence') {
      if (!flag(id)) continue
      if (content !== undefined && !isObject(content)) reader.lose(id, 'this shape can only hold an object')
      put(declaration, path, isObject(content) ? content : {})
    } else if (content !== undefined) put(declaration, path, content)
  }
  for (const [parent] of parentsOf(fields, named)) {
    for (const [key, content] of Object.entries(reader.leftovers(leftoverId(namespace, parent)))) {
      put(declaration, parent === '' ? [key] : [...parent.split('.'), key], content)
    }
  }
  return declaration
}

/** Whether a value is an object, but not a list. */
export function isObject(content: unknown): content is Fields {
  return typeof content === 'object' && content !== null && !Array.isArray(content)
}

function leftoverId(namespace: string, parent: string): string {
  return `${namespace}.${parent === '' ? 'declaration' : parent}`
}

/** Each object on the path of a field, with its field names in the table. */
function parentsOf(fields: readonly Field[], named: readonly string[]): Map<string, Set<string>> {
  const parents = new Map<string, Set<string>>([['', new Set()]])
  for (const path of [...fields.map((field) => field.path), ...named]) {
    const segments = path.split('.')
    for (const [depth, name] of segments.entries()) {
      const parent = segments.slice(0, depth).join('.')
      parents.set(parent, (parents.get(parent) ?? new Set()).add(name))
    }
  }
  return parents
}

/** The value at a path of own properties, or undefined. */
export function at(object: object, path: string): unknown {
  let content: unknown = object
  for (const name of path.split('.')) {
    if (typeof content !== 'object' || content === null || !Object.hasOwn(content, name)) return undefined
    content = (content as Fields)[name]
  }
  return content
}

function put(object: Fields, path: string | readonly string[], content: unknown): void {
  const names = typeof path === 'string' ? path.split('.') : path
  const last = names.at(-1) ?? ''
  let section = object
  for (const name of names.slice(0, -1)) section = (section[name] ??= {}) as Fields
  // Defined, not assigned: a kept field may be called `__proto__`.
  Object.defineProperty(section, last, {
    value: content,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}
