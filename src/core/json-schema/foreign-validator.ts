import { format, type OutputUnit, type SchemaDraft, Validator } from '@cfworker/json-schema'
import { isRecord } from '../is-record.ts'
import type { ValidationIssue } from '../validation-error.ts'
import type { SchemaCheck } from './check-json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

type LinearTest = (pattern: string) => ((text: string) => boolean) | undefined

const validators = new WeakMap<JsonSchema, Validator>()

/**
 * Checks a value against every keyword of a schema. Undefined when the schema has external or endless references.
 * Patterns are matched with `linearTest` where it can.
 */
export function validateFully(
  schema: JsonSchema,
  value: unknown,
  linearTest: LinearTest = () => undefined,
): SchemaCheck | undefined {
  try {
    const { errors } = validatorOf(schema, linearTest).validate(value)
    return { issues: leavesOf(errors).map((error) => issueOf(error, value)), unchecked: [] }
  } catch {
    return undefined
  }
}

function validatorOf(schema: JsonSchema, linearTest: LinearTest): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  // A copy, because the library modifies schemas.
  const copy = structuredClone(schema)
  replacePatterns(copy, linearTest)
  const validator = new Validator(copy, draftOf(schema), false)
  validators.set(schema, validator)
  return validator
}

/**
 * Replaces patterns by formats with a linear test, because the library matches patterns with backtracking. Patterns of
 * property names are removed: the own check has matched them.
 */
function replacePatterns(schema: unknown, linearTest: LinearTest): void {
  if (Array.isArray(schema)) for (const one of schema) replacePatterns(one, linearTest)
  if (!isRecord(schema)) return
  for (const one of Object.values(schema)) replacePatterns(one, linearTest)
  const { pattern, patternProperties, allOf } = schema
  const test = typeof pattern === 'string' ? linearTest(pattern) : undefined
  if (test !== undefined) {
    const name = `pattern ${String(pattern)}`
    format[name] = test
    schema['allOf'] = [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), { format: name }]
    delete schema['pattern']
  }
  if (isRecord(patternProperties) && Object.keys(patternProperties).every((name) => linearTest(name))) {
    delete schema['patternProperties']
    delete schema['additionalProperties']
  }
}

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  const [, draft] = /draft[-/](0?4|0?6|0?7|2019-09|2020-12)/.exec(String($schema)) ?? []
  if (draft === '2019-09') return draft
  if (draft?.endsWith('4')) return '4'
  return draft?.endsWith('6') || draft?.endsWith('7') ? '7' : '2020-12'
}

/** Drops the errors of enclosing schemas, which the library reports too. */
function leavesOf(errors: readonly OutputUnit[]): OutputUnit[] {
  return errors.filter(
    ({ keywordLocation }) => !errors.some((other) => other.keywordLocation.startsWith(`${keywordLocation}/`)),
  )
}

function issueOf({ instanceLocation, error }: OutputUnit, value: unknown): ValidationIssue {
  let here = value
  const path = instanceLocation
    .split('/')
    .slice(1)
    .map((step) => {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
      const key = Array.isArray(here) ? Number(name) : name
      here = (here as Record<string | number, unknown> | undefined)?.[key]
      return key
    })
  return { path, message: `is invalid: ${error.replace(/\.$/, '').replaceAll(/ +/g, ' ')}` }
}
