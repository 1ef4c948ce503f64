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
 * Converts a schema for a strict draft 7 validator, which rejects unknown keywords and any other `$schema`. The
 * answer becomes a tool's input, so the top must be an object; providers reject a union there.
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

/** Draft 7 writes a tuple as a list in `items` instead of `prefixItems`. */
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

/** The validator compiles patterns with the flag `u`, which rejects some patterns. */
function isUnicodePattern(pattern: unknown): boolean {
  try {
    return typeof pattern === 'string' && new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}
