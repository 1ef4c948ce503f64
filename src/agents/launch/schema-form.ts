import type { JsonSchema } from '../../core/json-schema/json-schema.ts'
import type { SchemaForm } from '../definition/definition-flags.ts'
import { draft07Schema } from './draft-07-schema.ts'
import { strictSchema } from './strict-schema.ts'
import { withoutFillers } from './strict-answer.ts'

/**
 * A schema in the form that a command line takes; undefined when the form cannot express its structure. Limits that the
 * form lacks are left out: Capstan validates the answer by the whole schema in any case.
 */
export function schemaInForm(schema: JsonSchema, form: SchemaForm | undefined): JsonSchema | undefined {
  if (form === undefined) return schema
  return form === 'strict' ? strictSchema(schema) : draft07Schema(schema)
}

/** The answer as the original schema has it: without what only the form made the model write. */
export function answerFromForm(
  value: unknown,
  { schema, form }: { schema: unknown; form: SchemaForm | undefined },
): unknown {
  return form === 'strict' ? withoutFillers(schema, value) : value
}
