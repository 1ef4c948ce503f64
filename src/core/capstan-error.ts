const marker = Symbol.for('capstan.error')

/** What every Capstan error can carry besides its message. */
export interface CapstanErrorOptions {
  /** What a program can do about it, as one sentence. */
  hint?: string
  /** The same for the command line, in its flags and commands, where the hint names options of code. */
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

  constructor(code: string, message: string, options: CapstanErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.code = code
    if (options.hint !== undefined) this.hint = options.hint
    if (options.commandHint !== undefined) this.commandHint = options.commandHint
    Object.defineProperty(this, marker, { value: true })
  }

  /** Recognises errors of another copy of the package too, where `instanceof` would not. */
  static isInstance(value: unknown): value is CapstanError {
    return typeof value === 'object' && value !== null && marker in value
  }

  /** The fields a log or a `--json` answer shows: no stack, no cause. */
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
