import { isRecord } from './is-record.ts'
import type { ValidationIssue } from './validation-error.ts'

export { isRecord }

type Path = ValidationIssue['path']

/** Returns the issues of a value; an empty list when it is valid. */
export interface Shape {
  (data: unknown, path: Path): ValidationIssue[]
  /** The same as JSON Schema, computed on demand. Absent for values that JSON cannot hold. */
  readonly schema?: () => JsonSchema
}

type Check = (data: unknown, path: Path) => ValidationIssue[]
type JsonSchema = Readonly<Record<string, unknown>>

/** A check with its JSON Schema. */
export function described(check: Check, schema: () => JsonSchema): Shape {
  return Object.assign(check, { schema })
}

/** An optional field. */
export interface OptionalField {
  readonly optional: Shape
}

const fine: ValidationIssue[] = []

/** A shape with a single check. */
export function shapeOf(isFine: (data: unknown) => boolean, message: string, schema?: JsonSchema): Shape {
  const check: Check = (data, path) => (isFine(data) ? fine : [{ path, message }])
  return schema === undefined ? check : described(check, () => schema)
}

export const text = shapeOf((data) => typeof data === 'string', 'must be text', { type: 'string' })
export const name = shapeOf(
  (data) => typeof data === 'string' && data !== '',
  'must be text that is not empty',
  { type: 'string', minLength: 1 },
)
export const flag = shapeOf((data) => typeof data === 'boolean', 'must be true or false', { type: 'boolean' })
export const amount = shapeOf(
  (data) => typeof data === 'number' && data >= 0 && data < Infinity,
  'must be a number of at least 0',
  { type: 'number', minimum: 0 },
)
export const count = shapeOf(
  (data) => Number.isSafeInteger(data) && (data as number) >= 0,
  'must be a whole number of at least 0',
  { type: 'integer', minimum: 0 },
)
export const anything: Shape = described(
  () => fine,
  () => ({}),
)

export function oneOf(words: readonly (string | number | null | true)[]): Shape {
  const list = words.map(String)
  const last = list.pop()
  return shapeOf(
    (data) => words.includes(data as string),
    list.length === 0 ? `must be ${last}` : `must be ${list.join(', ')} or ${last}`,
    { enum: words },
  )
}

export function listOf(item: Shape, { atLeast = 0 }: { atLeast?: number } = {}): Shape {
  const check: Check = (data, path) => {
    if (!Array.isArray(data)) return [{ path, message: 'must be a list' }]
    if (data.length < atLeast)
      return [{ path, message: `must have at least ${atLeast} ${atLeast === 1 ? 'item' : 'items'}` }]
    return data.flatMap((entry, index) => item(entry, [...path, index]))
  }
  return described(check, () => ({
    type: 'array',
    items: schemaOf(item),
    ...(atLeast === 0 ? {} : { minItems: atLeast }),
  }))
}

/** A list with a shape for each position. */
export function tupleOf(items: readonly Shape[]): Shape {
  const check: Check = (data, path) =>
    Array.isArray(data) && data.length === items.length
      ? items.flatMap((item, index) => item(data[index], [...path, index]))
      : [{ path, message: `must be a list of ${items.length} items` }]
  const { length } = items
  return described(check, () => ({
    type: 'array',
    items: items.map(schemaOf),
    minItems: length,
    maxItems: length,
  }))
}

export function recordOf(entry: Shape): Shape {
  const check: Check = (data, path) =>
    isRecord(data)
      ? Object.entries(data).flatMap(([key, value]) => entry(value, [...path, key]))
      : [{ path, message: 'must be an object' }]
  return described(check, () => ({ type: 'object', additionalProperties: schemaOf(entry) }))
}

export function optional(shape: Shape): OptionalField {
  return { optional: shape }
}

/** A shape for each field of a type, so that the type checker finds missing and unknown fields. */
export type Fields<Type> = { readonly [Key in keyof Required<Type>]: Shape | OptionalField }

/** An object with these fields. Other fields are rejected, unless the shape is open. */
export function objectOf<Type extends object>(
  fields: Fields<Type>,
  { open = false }: { open?: boolean } = {},
): Shape {
  const known = Object.entries<Shape | OptionalField>(fields)
  const check: Check = (data, path) => {
    if (!isRecord(data)) return [{ path, message: 'must be an object' }]
    const issues = known.flatMap(([key, field]) => fieldIssues(data[key], field, [...path, key]))
    const others = open ? [] : Object.keys(data).filter((key) => !Object.hasOwn(fields, key))
    return [...issues, ...others.map((key) => ({ path: [...path, key], message: 'is an unknown field' }))]
  }
  return described(check, () => objectSchema(known, open))
}

/** Fields that JSON cannot hold are left out. */
function objectSchema(fields: readonly [string, Shape | OptionalField][], open: boolean): JsonSchema {
  const properties = fields.flatMap(([key, field]) => {
    const schema = (typeof field === 'function' ? field : field.optional).schema
    return schema === undefined ? [] : [[key, schema()] as const]
  })
  const required = fields.flatMap(([key, field]) => (typeof field === 'function' ? [key] : []))
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: open,
  }
}

function schemaOf(shape: Shape): JsonSchema {
  return shape.schema?.() ?? {}
}

function fieldIssues(data: unknown, field: Shape | OptionalField, path: Path): ValidationIssue[] {
  if (typeof field === 'function')
    return data === undefined ? [{ path, message: 'is missing' }] : field(data, path)
  return data === undefined ? fine : field.optional(data, path)
}

/** An object whose shape depends on the value of this field. */
export function variantOf(key: string, shapes: Readonly<Record<string, Shape>>): Shape {
  const kind = oneOf(Object.keys(shapes))
  const check: Check = (data, path) => {
    if (!isRecord(data)) return [{ path, message: 'must be an object' }]
    const word = data[key]
    const shape = typeof word === 'string' && Object.hasOwn(shapes, word) ? shapes[word] : undefined
    return shape?.(data, path) ?? kind(word, [...path, key])
  }
  return described(check, () => ({
    anyOf: Object.entries(shapes).map(([word, shape]) => {
      const schema = schemaOf(shape)
      return { ...schema, properties: { ...(schema['properties'] as JsonSchema), [key]: { const: word } } }
    }),
  }))
}
