import { CapstanError, type CapstanErrorOptions } from './capstan-error.ts'

/** One issue of an input, with its path. */
export interface ValidationIssue {
  path: readonly (string | number)[]
  message: string
}

/** An argument or a document has the wrong shape. Nothing was started. */
export class ValidationError extends CapstanError {
  readonly issues: readonly ValidationIssue[]

  constructor(message: string, issues: readonly ValidationIssue[] = [], options: CapstanErrorOptions = {}) {
    super('VALIDATION_ERROR', message, options)
    this.issues = issues
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), issues: this.issues }
  }
}
