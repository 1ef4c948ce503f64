import type { JsonSchema } from '../../core/json-schema/json-schema.ts'

/** The schema of an answer: a Standard Schema, or a JSON Schema as plain data. */
export type OutputSchema<Output = unknown> = StandardSchema<Output> | JsonSchema

/**
 * A schema of any library that follows Standard Schema (standardschema.dev): zod, valibot, arktype and others.
 * Only the fields that Capstan uses are declared.
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    /** Used only for type inference. */
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
    /** From Standard JSON Schema; throws for types that JSON Schema cannot express. */
    readonly jsonSchema?:
      | { readonly input: (options: { readonly target: string }) => Readonly<Record<string, unknown>> }
      | undefined
  }
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** Whether a value is a Standard Schema; in some libraries a schema is a function. */
export function isStandardSchema<Output = unknown>(value: unknown): value is StandardSchema<Output> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  const standard = (value as Partial<StandardSchema>)['~standard']
  return typeof standard === 'object' && typeof standard.validate === 'function'
}
