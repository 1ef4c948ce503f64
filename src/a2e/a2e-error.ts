import { CapstanError, type CapstanErrorOptions } from '../core/capstan-error.ts'

/** What an A2E error can say besides its code and message. */
export interface A2EErrorOptions extends CapstanErrorOptions {
  /** More about it, as the fields of an object. */
  detail?: Record<string, unknown>
  /** Whether the same request may do better later. */
  retryable?: boolean
  /** The capability it is about. */
  capabilityName?: string
}

/**
 * An error in A2E's own terms, on both sides: a plugin throws it and the host answers with it; a client throws it for
 * the error it was answered with. The code is the one on the wire, such as `unknown_tool` or `capability_missing`.
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
