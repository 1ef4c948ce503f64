import type { JsonSchema } from '../../core/json-schema/json-schema.ts'
import { isStandardSchema } from './standard-schema.ts'

export type { JsonSchema }

/** Whether something can be a JSON Schema: a plain object, and no schema of a library. */
export function isJsonSchema(value: unknown): value is JsonSchema {
  if (typeof value !== 'object' || value === null || isStandardSchema(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** What a schema says in JSON Schema: itself where it is one, undefined where its library cannot tell. */
export function jsonSchemaOf(schema: unknown): JsonSchema | undefined {
  if (isJsonSchema(schema)) return schema
  if (!isStandardSchema(schema)) return undefined
  try {
    return schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' })
  } catch {
    // It has something that JSON Schema cannot say, such as a date.
    return undefined
  }
}
