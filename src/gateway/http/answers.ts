import { CapstanError } from '../../core/capstan-error.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { GatewayError } from '../gateway-error.ts'
import type { Logger } from '../log.ts'
import { statusFor } from './error-status.ts'
import { BodyError } from './read-json.ts'

/** A path names an unknown resource. */
export class NotFound extends Error {}

export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body)
  return new Response(text, {
    status,
    headers: {
      'content-type': 'application/json',
      // The compression skips short bodies.
      'content-length': String(Buffer.byteLength(text)),
      'cache-control': 'no-store',
      ...headers,
    },
  })
}

/** The response format of every error. */
export function errorAnswer(
  status: number,
  error: { code: string; message: string; [field: string]: unknown },
): Response {
  return jsonAnswer({ error }, status)
}

/** The response for an error before a stream starts. Unexpected errors go to the log only. */
export function answerFor(
  error: unknown,
  { method, path, logger }: { method: string; path: string; logger: Logger },
): Response {
  if (error instanceof NotFound) return errorAnswer(404, { code: 'not_found', message: error.message })
  if (error instanceof BodyError)
    return errorAnswer(error.status, { code: 'bad_body', message: error.message })
  if (error instanceof GatewayError) return errorAnswer(error.status, fieldsOf(error, error.refusal))
  if (error instanceof ValidationError) return errorAnswer(400, fieldsOf(error, 'invalid_input'))
  if (CapstanError.isInstance(error)) {
    return errorAnswer(statusFor(error.code), fieldsOf(error, error.code.toLowerCase()))
  }
  logger({ level: 'error', event: 'fault', method, path, message: String(error) })
  return errorAnswer(500, { code: 'gateway_fault', message: 'The gateway failed' })
}

/** The JSON fields of an error, with its code for clients. */
export function fieldsOf(
  error: CapstanError,
  code: string,
): { code: string; message: string; [field: string]: unknown } {
  const { name: _, commandHint: __, ...fields } = error.toJSON()
  return { ...fields, code, message: error.message }
}
