import { type OutputUnit, type SchemaDraft, Validator } from '@cfworker/json-schema'
import type { ValidationIssue } from '../validation-error.ts'
import type { SchemaCheck } from './check-json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

const validators = new WeakMap<JsonSchema, Validator>()

/** Checks a value against every keyword of a schema. Undefined when the schema has external or endless references. */
export function validateFully(schema: JsonSchema, value: unknown): SchemaCheck | undefined {
  try {
    const { errors } = validatorOf(schema).validate(value)
    return { issues: leavesOf(errors).map((error) => issueOf(error, value)), unchecked: [] }
  } catch {
    return undefined
  }
}

function validatorOf(schema: JsonSchema): Validator {
  const known = validators.get(schema)
  if (known !== undefined) return known
  // A copy, because the library modifies schemas.
  const validator = new Validator(structuredClone(schema), draftOf(schema), false)
  validators.set(schema, validator)
  return validator
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
