import type { JsonSchema } from '../../core/json-schema/json-schema.ts'
import type { SchemaForm } from '../definition/definition-flags.ts'
import { draft07Schema } from './draft-07-schema.ts'
import { strictSchema } from './strict-schema.ts'
import { withoutFillers } from './strict-answer.ts'

/**
 * Converts a schema to the form of a command line; undefined if the form cannot express its structure. Drops limits
 * that the form lacks, because Capstan validates the answer against the original schema.
 */
export function schemaInForm(schema: JsonSchema, form: SchemaForm | undefined): JsonSchema | undefined {
  if (form === undefined) return schema
  return form === 'strict' ? strictSchema(schema) : draft07Schema(schema)
}

/** Converts an answer back to the original schema: without values that only the form required. */
export function answerFromForm(
  value: unknown,
  { schema, form }: { schema: unknown; form: SchemaForm | undefined },
): unknown {
  return form === 'strict' ? withoutFillers(schema, value) : value
}
