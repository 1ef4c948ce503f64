const marker = Symbol.for('capstan.error')

/** Optional details of every Capstan error. */
export interface CapstanErrorOptions {
  /** How to fix the problem in code, as one sentence. */
  hint?: string
  /** How to fix the problem on the command line. */
  commandHint?: string
  cause?: unknown
}

/**
 * Base of every error Capstan throws or reports.
 * `code` is stable and part of the public surface; the message is for people.
 */
export class CapstanError extends Error {
  readonly code: string
  declare readonly hint?: string
  declare readonly commandHint?: string

  constructor(code: string, message: string, { hint, commandHint, cause }: CapstanErrorOptions = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.name = new.target.name
    this.code = code
    if (hint !== undefined) this.hint = hint
    if (commandHint !== undefined) this.commandHint = commandHint
    Object.defineProperty(this, marker, { value: true })
  }

  /** Like `instanceof`, but also recognizes errors of another copy of the package. */
  static isInstance(value: unknown): value is CapstanError {
    return typeof value === 'object' && value !== null && marker in value
  }

  /** The fields for logs and `--json`: no stack, no cause. */
  toJSON(): Record<string, unknown> {
    const { name, code, message, hint, commandHint } = this
    return {
      name,
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(commandHint === undefined ? {} : { commandHint }),
    }
  }
}
