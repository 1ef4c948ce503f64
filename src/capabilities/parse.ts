import type { z } from 'zod'
import { ValidationError, type ValidationIssue } from '../core/validation-error.ts'

/** Checks data against a schema. @throws ValidationError with the first issue and its path. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  data: unknown,
  what: string,
): z.infer<Schema> {
  const result = schema.safeParse(data)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, message }): ValidationIssue => ({
    path: path.map((name) => (typeof name === 'symbol' ? String(name) : name)),
    message,
  }))
  const [first, ...others] = issues
  const where = first === undefined || first.path.length === 0 ? '' : `${first.path.join('.')}: `
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  throw new ValidationError(`This is not ${what}: ${where}${first?.message ?? 'invalid'}${more}`, issues)
}
