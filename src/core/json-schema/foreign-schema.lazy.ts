import { checkJsonSchema, type SchemaCheck } from './check-json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

/** Parts of a schema that no validator accepts, and one that would keep it busy without end. */
const hopeless = /^(?:type |pattern |a schema that is not an object|all that takes too many steps)/

/**
 * Checks a value against a schema of somebody else. Our own check comes first: it is bounded, quick (`npm run bench -- a2e`)
 * and says more of what is wrong. A library is loaded for a schema with keywords that ours does not know.
 */
export async function checkForeignSchema(schema: JsonSchema, value: unknown): Promise<SchemaCheck> {
  const check = checkJsonSchema(schema, value)
  const { issues, unchecked } = check
  if (issues.length > 0 || unchecked.length === 0 || unchecked.some((what) => hopeless.test(what)))
    return check
  const { validateFully } = await import('./foreign-validator.ts')
  return validateFully(schema, value) ?? check
}
