import { CapstanError } from '../../core/capstan-error.ts'
import type { ErrorDetail } from '../../events/error.ts'

/** An error as events carry it. */
export function errorDetail(error: unknown): ErrorDetail {
  if (!CapstanError.isInstance(error)) {
    return { message: error instanceof Error ? error.message : String(error) }
  }
  const { name: _, code, message, retryable, ...data } = error.toJSON()
  return {
    message: String(message),
    code: String(code),
    ...(typeof retryable === 'boolean' ? { retryable } : {}),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  }
}
