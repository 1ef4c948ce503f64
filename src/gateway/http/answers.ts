import { CapstanError } from '../../core/capstan-error.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { GatewayError } from '../gateway-error.ts'
import type { Logger } from '../log.ts'
import { ForwardedAnswer } from './forwarding/forwarded-answer.ts'
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
  if (error instanceof ForwardedAnswer) {
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
    return new Response(error.body, { status: error.status, headers })
  }
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

/** HTTP status by error code. */
const statuses: ReadonlyMap<string, number> = new Map(
  Object.entries({
    400: 'VALIDATION_ERROR AMBIGUOUS_AGENT NO_RECIPIENT NOT_STORABLE',
    403: 'FORBIDDEN NOT_A_MEMBER',
    404:
      'UNKNOWN_AGENT UNKNOWN_MODEL UNKNOWN_SESSION UNKNOWN_RECIPIENT UNKNOWN_MESSAGE UNKNOWN_DELIVERY ' +
      'UNKNOWN_THREAD NOT_QUEUED',
    409:
      'SESSION_BUSY SESSION_NOT_READY SESSION_GONE SESSION_EXISTS SESSION_CLOSED HANDLE_TAKEN IMPOSSIBLE_STATUS ' +
      'IDEMPOTENCY_CONFLICT DELIVERY_DECIDED NOT_RESUMABLE NOT_SERVED TRANSPORT_UNAVAILABLE AGENT_NOT_INSTALLED',
    413: 'MESSAGE_TOO_LARGE',
    422: 'CAPABILITY_ERROR',
    429: 'MAILBOX_FULL',
    502:
      'AGENT_ERROR AGENT_CRASH AGENT_NOT_STARTED AUTH_ERROR CONNECTION_CLOSED PROTOCOL_ERROR RESUME_FAILED ' +
      'PAUSE_FAILED RELEASE_FAILED',
    503: 'SESSIONS_CLOSED STORE_BUSY STORE_CLOSED STORE_FULL ABORTED STORE_UNAVAILABLE STORE_TIMEOUT NOT_OWNER',
    504: 'TIMEOUT WAIT_TIMEOUT',
  }).flatMap(([status, codes]) => codes.split(' ').map((code) => [code, Number(status)] as const)),
)

/** The HTTP status of an error code; 500 for codes without a status. */
function statusFor(errorCode: string): number {
  return statuses.get(errorCode) ?? 500
}
