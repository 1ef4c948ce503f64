import { CapstanError } from '../../core/capstan-error.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { GatewayError } from '../gateway-error.ts'
import { BodyError } from './read-json.ts'

/** An answer in JSON. */
export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
}

/** What is wrong, as every error is answered. */
export function errorAnswer(
  status: number,
  error: { code: string; message: string; [field: string]: unknown },
): Response {
  return jsonAnswer({ error }, status)
}

/** The answer to something that went wrong before a stream began; undefined for what nobody expected. */
export function answerFor(error: unknown): Response | undefined {
  if (error instanceof BodyError)
    return errorAnswer(error.status, { code: 'bad_body', message: error.message })
  if (error instanceof ValidationError) {
    const { message, issues } = error
    return errorAnswer(400, { code: 'invalid_input', message, issues })
  }
  if (error instanceof GatewayError) {
    const { refusal, message, hint, status } = error
    return errorAnswer(status, { code: refusal, message, ...(hint === undefined ? {} : { hint }) })
  }
  if (CapstanError.isInstance(error)) {
    return errorAnswer(500, { code: error.code.toLowerCase(), message: error.message })
  }
  return undefined
}
