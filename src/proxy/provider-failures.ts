import type { IncomingHttpHeaders } from 'node:http'
import { providerFailure, retryAfterOf } from '../events/failure.ts'
import { errorIn } from './meter/answer-error.ts'
import { type AnswerError, fieldsOf } from './meter/answer-reader.ts'
import type { ProviderFailure } from './model-call.ts'

const maxMessage = 2000

/** The failure of an error that an answer names. */
export function answerFailure({ status, message }: AnswerError): ProviderFailure {
  const { code, retryable } = providerFailure(status, message)
  return { code, status, message: message.slice(0, maxMessage), retryable }
}

/** The failure of a request that the provider rejected with an HTTP status and a body. */
export function rejection(status: number, headers: IncomingHttpHeaders, body: string): ProviderFailure {
  const error = bodyError(body)
  const failure = answerFailure({
    status,
    message: error?.message ?? `The provider answered with status ${status}`,
  })
  const retryAfterMs = waitOf(headers) ?? error?.retryAfterMs
  return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs }
}

function waitOf(headers: IncomingHttpHeaders): number | undefined {
  const precise = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(precise)) return Math.max(0, precise)
  const now = Date.now()
  const at = retryAfterOf(headers['retry-after'], now)
  return at === undefined ? undefined : Math.max(0, at - now)
}

function bodyError(body: string): { message: string; retryAfterMs?: number } | undefined {
  try {
    const data: unknown = JSON.parse(body)
    const [answer] = Array.isArray(data) ? (data as unknown[]) : [data]
    const message = errorIn(fieldsOf(answer))?.message
    if (message === undefined) return undefined
    const delay = /"retryDelay": ?"(\d+(?:\.\d+)?)s"/.exec(body)?.[1]
    return delay === undefined ? { message } : { message, retryAfterMs: Number(delay) * 1000 }
  } catch {
    const text = body.trim()
    return text === '' || text.startsWith('<') ? undefined : { message: text }
  }
}

/** The failure of a connection to the provider. */
export function connectionFailure(host: string, error: NodeJS.ErrnoException): ProviderFailure {
  const why = error.code ?? error.message
  return { code: 'PROVIDER_ERROR', message: `Connection to ${host} failed: ${why}`, retryable: true }
}

/** The provider closed the connection in the middle of an answer, or ended a stream without its last event. */
export function cutFailure(host: string): ProviderFailure {
  return {
    code: 'PROVIDER_ERROR',
    message: `${host} cut the answer off: stream disconnected`,
    retryable: true,
  }
}

/** A text of an answer that does not show keys. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  return keys.reduce((shown, key) => (key === '' ? shown : shown.replaceAll(key, '[key]')), text)
}
