import type { ErrorDetail } from './error.ts'

/** The error codes of a failed run on any transport. */
export type FailureCode =
  | 'AUTH_ERROR'
  | 'RATE_LIMITED'
  | 'PROVIDER_ERROR'
  | 'SESSION_NOT_FOUND'
  | 'UNTRUSTED_FOLDER'
  | 'AGENT_ERROR'
  | 'AGENT_CRASH'

/** A failure with a known code. */
export interface AgentFailure extends ErrorDetail {
  code: FailureCode
}

/** The meaning of the HTTP status of a rejected provider request. */
export function providerFailure(
  status: number,
  message: string,
): AgentFailure & { code: 'AUTH_ERROR' | 'RATE_LIMITED' | 'PROVIDER_ERROR'; retryable: boolean } {
  const data = { status }
  if (status === 401 || status === 403) return { message, code: 'AUTH_ERROR', retryable: false, data }
  if (status === 429) return { message, code: 'RATE_LIMITED', retryable: true, data }
  return { message, code: 'PROVIDER_ERROR', retryable: status === 408 || status >= 500, data }
}

/**
 * The time that a `retry-after` header names, in milliseconds since 1970: a number of seconds, or an HTTP date.
 */
export function retryAfterOf(header: unknown, now = Date.now()): number | undefined {
  const text = typeof header === 'number' ? String(header) : header
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const seconds = Number(text)
  const at = Number.isNaN(seconds) ? Date.parse(text) : now + Math.max(0, seconds) * 1000
  return Number.isFinite(at) ? at : undefined
}
