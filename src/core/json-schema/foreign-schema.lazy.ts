import { checkJsonSchema, type SchemaCheck } from './check-json-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { patternsIn } from './schema-patterns.ts'

/** Parts of a schema that no validator accepts, or that would never end. */
const hopeless = /^(?:type |pattern |a schema that is not an object|parts that take too many steps)/

/**
 * Checks a value against a third-party schema. Capstan's own check runs first: it is bounded, fast
 * (`npm run bench -- a2e`) and reports more detail. A library is loaded only for keywords that it lacks, and a linear engine
 * only for patterns.
 */
export async function checkForeignSchema(schema: JsonSchema, value: unknown): Promise<SchemaCheck> {
  const linear = patternsIn(schema).length === 0 ? undefined : await import('./linear-pattern.ts')
  const check = checkJsonSchema(schema, value, linear?.linearMatches())
  const { issues, unchecked } = check
  if (issues.length > 0 || unchecked.length === 0 || unchecked.some((what) => hopeless.test(what)))
    return check
  const { validateFully } = await import('./foreign-validator.ts')
  return validateFully(schema, value, linear?.linearTest) ?? check
}

/**
 * The patterns of a schema that a value could keep busy for a long time: those with lookaround or backreferences, and names
 * of properties below keywords such as `not`.
 */
export async function slowPatterns(schema: JsonSchema): Promise<string[]> {
  const patterns = patternsIn(schema)
  if (patterns.length === 0) return []
  const { linearTest } = await import('./linear-pattern.ts')
  return patterns.flatMap(({ pattern, isHidden }) =>
    isHidden || linearTest(pattern) === undefined ? [pattern] : [],
  )
}
