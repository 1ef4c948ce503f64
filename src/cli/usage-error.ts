import { CapstanError } from '../core/capstan-error.ts'

/** The command line is invalid. */
export class UsageError extends CapstanError {
  constructor(message: string, hint?: string) {
    super('USAGE_ERROR', message, hint === undefined ? {} : { hint })
  }
}
