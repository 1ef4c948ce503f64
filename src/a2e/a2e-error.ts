import { CapstanError, type CapstanErrorOptions } from '../core/capstan-error.ts'

/** Details of an A2E error besides its code and message. */
export interface A2EErrorOptions extends CapstanErrorOptions {
  /** Structured details. */
  detail?: Record<string, unknown>
  /** Whether a later retry of the same request may succeed. */
  retryable?: boolean
  /** The capability the error concerns. */
  capabilityName?: string
}

/**
 * An A2E error on either side: a plugin throws it and the host sends it; a client throws it when the host sends an
 * error. The code is the one on the wire, such as `unknown_tool` or `capability_missing`.
 */
export class A2EError extends CapstanError {
  readonly detail: Readonly<Record<string, unknown>>
  readonly retryable: boolean
  readonly capabilityName: string

  constructor(code: string, message: string, options: A2EErrorOptions = {}) {
    super(code, message, options)
    this.detail = options.detail ?? {}
    this.retryable = options.retryable ?? false
    this.capabilityName = options.capabilityName ?? ''
  }

  override toJSON(): Record<string, unknown> {
    const { detail, retryable, capabilityName } = this
    return { ...super.toJSON(), detail, retryable, capabilityName }
  }
}
