import { CapstanError, type CapstanErrorOptions } from '../core/capstan-error.ts'
import type { ValidationIssue } from '../core/validation-error.ts'

/** A configuration file or variable is invalid. Nothing was started. */
export class ConfigError extends CapstanError {
  readonly issues: readonly ValidationIssue[]

  constructor(message: string, options: CapstanErrorOptions & { issues?: readonly ValidationIssue[] } = {}) {
    super('CONFIG_INVALID', message, options)
    this.issues = options.issues ?? []
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), issues: this.issues }
  }
}

/** A configuration file may be controlled by another user, so Capstan does not read it. */
export function unsafeConfig(path: string, problem: string, fix: string): CapstanError {
  return new CapstanError('CONFIG_UNSAFE', `Capstan does not read ${path}: ${problem}`, {
    hint: fix,
    commandHint: `${fix} Or use --no-config to run without configuration files.`,
  })
}
