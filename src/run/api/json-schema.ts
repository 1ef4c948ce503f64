import type { JsonSchema } from '../../core/json-schema/json-schema.ts'
import { isStandardSchema } from './standard-schema.ts'

export type { JsonSchema }

/** Whether a value can be a JSON Schema: a plain object that is not a Standard Schema. */
export function isJsonSchema(value: unknown): value is JsonSchema {
  if (typeof value !== 'object' || value === null || isStandardSchema(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A schema as JSON Schema; undefined if its library cannot convert it. */
export function jsonSchemaOf(schema: unknown): JsonSchema | undefined {
  if (isJsonSchema(schema)) return schema
  if (!isStandardSchema(schema)) return undefined
  try {
    return schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' })
  } catch {
    // The schema uses a type that JSON Schema does not have, such as a date.
    return undefined
  }
}
