import { checkForeignSchema } from '../../core/json-schema/foreign-schema.lazy.ts'
import { ValidationError, type ValidationIssue } from '../../core/validation-error.ts'
import { extractJson } from './extract-json.ts'
import { isJsonSchema } from '../api/json-schema.ts'
import { isStandardSchema, type OutputSchema, type StandardIssue } from '../api/standard-schema.ts'

/** A valid answer, or its issues. */
export type OutputCheck<Output = unknown> =
  | {
      readonly ok: true
      readonly data: Output
      /** Keywords of the JSON Schema that were not checked. */
      readonly unchecked: readonly string[]
    }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[]; readonly unchecked: readonly string[] }

/**
 * Checks a value against a schema. A Standard Schema may transform the value; a JSON Schema does not.
 * @throws ValidationError for an invalid schema.
 */
export async function validateOutput<Output = unknown>(
  schema: OutputSchema<Output>,
  value: unknown,
): Promise<OutputCheck<Output>> {
  if (isStandardSchema<Output>(schema)) {
    const result = await schema['~standard'].validate(value)
    return result.issues === undefined
      ? { ok: true, data: result.value, unchecked: [] }
      : { ok: false, issues: result.issues.map(issueOf), unchecked: [] }
  }
  if (!isJsonSchema(schema)) {
    throw new ValidationError('The schema is neither a Standard Schema nor a JSON Schema', [], {
      hint: 'Pass a zod, valibot or arktype schema, or a JSON Schema as a plain object.',
      commandHint: 'Pass --schema a file with a JSON Schema.',
    })
  }
  const { issues, unchecked } = await checkForeignSchema(schema, value)
  return issues.length === 0
    ? { ok: true, data: value as Output, unchecked }
    : { ok: false, issues, unchecked }
}

/** Extracts the JSON from an answer and checks it. */
export async function readOutput<Output = unknown>(
  schema: OutputSchema<Output>,
  text: string,
): Promise<OutputCheck<Output>> {
  const found = extractJson(text)
  if (found.ok) return await validateOutput(schema, found.value)
  return { ok: false, issues: [{ path: [], message: found.problem }], unchecked: [] }
}

function issueOf({ message, path = [] }: StandardIssue): ValidationIssue {
  return {
    message,
    path: path.map((step) => {
      const key = typeof step === 'object' ? step.key : step
      return typeof key === 'symbol' ? String(key) : key
    }),
  }
}
