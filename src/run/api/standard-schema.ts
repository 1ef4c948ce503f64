import type { JsonSchema } from '../../core/json-schema/json-schema.ts'

/** The form of an answer: a schema of a library, or a JSON Schema as plain data. */
export type OutputSchema<Output = unknown> = StandardSchema<Output> | JsonSchema

/**
 * A schema of any library that follows Standard Schema (standardschema.dev): zod, valibot, arktype and others.
 * Only what is used of it is written down here.
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    /** There for types only. */
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
    /** Libraries that follow Standard JSON Schema have it; it throws for what JSON Schema cannot say. */
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

/** Whether something is a Standard Schema; with some libraries a schema is a function. */
export function isStandardSchema<Output = unknown>(value: unknown): value is StandardSchema<Output> {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  const standard = (value as Partial<StandardSchema>)['~standard']
  return typeof standard === 'object' && typeof standard.validate === 'function'
}
