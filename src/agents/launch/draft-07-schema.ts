import { isRecord } from '../../core/is-record.ts'
import type { JsonSchema } from '../../core/json-schema/json-schema.ts'

/** Keywords whose value is a schema. */
const single = ['additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else']
/** Keywords whose value is a list of schemas. */
const lists = ['allOf', 'anyOf', 'oneOf']
/** Keywords whose value is a table of schemas. */
const tables = ['properties', 'patternProperties', '$defs', 'definitions']
const plain = [
  '$ref $comment title description default examples readOnly writeOnly type enum const format required',
  'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf',
  'minItems maxItems uniqueItems minProperties maxProperties',
].flatMap((keywords) => keywords.split(' '))

/**
 * A schema for a strict validator of draft 7, which refuses every keyword and `$schema` that it does not know. The
 * answer becomes the input of a tool, so the top is an object, and providers refuse a union there.
 */
export function draft07Schema(schema: JsonSchema): JsonSchema | undefined {
  if (schema['type'] !== 'object' || lists.some((keyword) => keyword in schema)) return undefined
  return converted(schema) as JsonSchema
}

function converted(schema: unknown): unknown {
  if (!isRecord(schema)) return schema
  const result: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (plain.includes(keyword)) result[keyword] = value
    else if (single.includes(keyword)) result[keyword] = converted(value)
    else if (lists.includes(keyword) && Array.isArray(value)) result[keyword] = value.map(converted)
    else if (tables.includes(keyword) && isRecord(value)) result[keyword] = convertedTable(value)
    else if (keyword === 'pattern' && isUnicodePattern(value)) result[keyword] = value
  }
  if (!('if' in result)) {
    delete result['then']
    delete result['else']
  }
  return { ...result, ...itemsOf(schema) }
}

/** A tuple is `prefixItems` since draft 2019-09, and a list in `items` before. */
function itemsOf({ items, prefixItems, additionalItems }: Record<string, unknown>): Record<string, unknown> {
  const [first, rest] = Array.isArray(prefixItems) ? [prefixItems, items] : [items, additionalItems]
  if (Array.isArray(first)) {
    return {
      items: first.map(converted),
      ...(rest === undefined ? {} : { additionalItems: converted(rest) }),
    }
  }
  return first === undefined ? {} : { items: converted(first) }
}

function convertedTable(table: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, schema]) => [name, converted(schema)]))
}

/** The validator compiles patterns with the flag `u`, which some patterns are not written for. */
function isUnicodePattern(pattern: unknown): boolean {
  try {
    return typeof pattern === 'string' && new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}
