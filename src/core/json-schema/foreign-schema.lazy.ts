import { checkJsonSchema, type SchemaCheck } from './check-json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

/** Parts of a schema that no validator accepts, or that would never end. */
const hopeless = /^(?:type |pattern |a schema that is not an object|parts that take too many steps)/

/**
 * Checks a value against a third-party schema. Capstan's own check runs first: it is bounded, fast
 * (`npm run bench -- a2e`) and reports more detail. A library is loaded only for keywords that it lacks.
 */
export async function checkForeignSchema(schema: JsonSchema, value: unknown): Promise<SchemaCheck> {
  const check = checkJsonSchema(schema, value)
  const { issues, unchecked } = check
  if (issues.length > 0 || unchecked.length === 0 || unchecked.some((what) => hopeless.test(what)))
    return check
  const { validateFully } = await import('./foreign-validator.ts')
  return validateFully(schema, value) ?? check
}
