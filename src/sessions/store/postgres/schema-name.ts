import { ValidationError } from '../../../core/validation-error.ts'

/** Whether a name can be used in statements without quotes. */
export function isSchemaName(name: string): boolean {
  return /^[a-z_][a-z0-9_]{0,62}$/.test(name)
}

export function badSchema(): ValidationError {
  const message = 'must be at most 63 lowercase letters, digits and underscores'
  return new ValidationError(`The schema ${message}`, [{ path: ['schema'], message }])
}
