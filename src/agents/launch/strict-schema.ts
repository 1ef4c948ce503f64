import { isRecord } from '../../core/is-record.ts'
import type { JsonSchema } from '../../core/json-schema/json-schema.ts'

const kept =
  'title description minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems'.split(
    ' ',
  )
const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']

/** Thrown and caught in this file: one part that cannot be expressed rules out the whole schema. */
class NotStrict extends Error {}

/**
 * Converts a schema to the subset of OpenAI's strict mode: every property is required, an optional one may be null, and
 * no other is allowed. Undefined for a schema without a fixed structure, such as a record or a value of any type.
 */
export function strictSchema(schema: JsonSchema): JsonSchema | undefined {
  if (typesOf(schema).join() !== 'object' || unionOf(schema) !== undefined) return undefined
  try {
    const definitions = ['$defs', 'definitions'].flatMap((keyword) => {
      const table = schema[keyword]
      return isRecord(table) ? [[keyword, tableOf(table)] as const] : []
    })
    return { ...strict(schema), ...Object.fromEntries(definitions) }
  } catch (error) {
    if (error instanceof NotStrict) return undefined
    throw error
  }
}

function strict(schema: unknown): JsonSchema {
  if (!isRecord(schema)) throw new NotStrict()
  // Providers reject other keywords beside a reference.
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] }
  const about = Object.fromEntries(Object.entries(schema).filter(([keyword]) => kept.includes(keyword)))
  const union = unionOf(schema)
  if (union !== undefined) return { ...describing(schema), anyOf: union.map(strict) }
  const values = valuesOf(schema)
  const types = typesOf(schema)
  if (types.length === 0) throw new NotStrict()
  return {
    type: types.length === 1 ? types[0] : types,
    ...about,
    ...(values === undefined ? {} : { enum: values }),
    ...(formats.includes(String(schema['format'])) ? { format: schema['format'] } : {}),
    ...(isSimplePattern(schema['pattern']) ? { pattern: schema['pattern'] } : {}),
    ...(types.includes('object') ? objectOf(schema) : {}),
    ...(types.includes('array') ? arrayOf(schema) : {}),
  }
}

function objectOf({
  properties,
  required,
  additionalProperties,
  ...rest
}: JsonSchema): Record<string, unknown> {
  const isRecordLike = isRecord(additionalProperties) || 'patternProperties' in rest || 'allOf' in rest
  if (!isRecord(properties) || isRecordLike) throw new NotStrict()
  const names = Object.keys(properties)
  const mandatory = Array.isArray(required) ? required : []
  return {
    properties: Object.fromEntries(
      names.map((name) => {
        const one = strict(properties[name])
        return [name, mandatory.includes(name) ? one : orNull(one)]
      }),
    ),
    required: names,
    additionalProperties: false,
  }
}

/** Strict mode has no tuples: use a list of the same length whose items match any of the tuple's schemas. */
function arrayOf({ items, prefixItems }: JsonSchema): Record<string, unknown> {
  const tuple = Array.isArray(prefixItems) ? prefixItems : items
  return { items: Array.isArray(tuple) ? { anyOf: tuple.map(strict) } : strict(tuple) }
}

function tableOf(table: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, schema]) => [name, strict(schema)]))
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf } = schema
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as JsonSchema[]), { type: 'null' }] }
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] }
  const types = [type].flat() as string[]
  return {
    ...schema,
    type: types.includes('null') ? type : [...types, 'null'],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {}),
  }
}

/** The alternatives of a union, or the only part of an intersection. */
function unionOf(schema: JsonSchema): readonly unknown[] | undefined {
  const { anyOf, oneOf, allOf } = schema
  const found = anyOf ?? oneOf ?? (Array.isArray(allOf) && allOf.length === 1 ? allOf : undefined)
  return Array.isArray(found) ? found : undefined
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined
}

/** The types of a schema, or of the values it lists. */
function typesOf(schema: JsonSchema): string[] {
  const { type } = schema
  if (type !== undefined) return [type].flat() as string[]
  return [...new Set((valuesOf(schema) ?? []).map(typeOf))]
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

function describing({ title, description }: JsonSchema): JsonSchema {
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
}

/** Strict mode rejects lookaround groups. */
function isSimplePattern(pattern: unknown): boolean {
  return typeof pattern === 'string' && !/\(\?(?!:)/.test(pattern)
}
