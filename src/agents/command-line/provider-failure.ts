import type { ErrorDetail } from '../../events/error.ts'

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
export function providerFailure(status: number, message: string): AgentFailure {
  const data = { status }
  if (status === 401 || status === 403) return { message, code: 'AUTH_ERROR', retryable: false, data }
  if (status === 429) return { message, code: 'RATE_LIMITED', retryable: true, data }
  return { message, code: 'PROVIDER_ERROR', retryable: status === 408 || status >= 500, data }
}

/** A failure that a retry does not fix. */
export function lastingFailure(code: FailureCode, message: string): AgentFailure {
  return { message, code, retryable: false }
}

/** How agents write an HTTP status in their messages. */
const statusPattern = /(?:^|\bstatus(?: code)?:? |\berror:? \(?|"(?:code|status)": ?|\bHTTP )([45]\d\d)\b/i

/** The HTTP status in the message of a failure. */
export function statusIn(message: string): number | undefined {
  const status = statusPattern.exec(message)?.[1]
  return status === undefined ? undefined : Number(status)
}

const authPattern = /api.?key|unauthori[sz]ed|authenticat|\bauth\b|credential|not logged in/i
const limitPattern = /rate.?limit|too many requests|quota|usage limit/i
const temporaryPattern =
  /overloaded|high demand|ECONN|socket|fetch failed|(?:cannot|unable to) connect|connection (?:error|lost|closed)|terminated|stream disconnected|server error/i

/** The code of a failure that has only a message. */
export function wordedFailure(message: string): AgentFailure {
  const status = statusIn(message)
  if (status !== undefined) return providerFailure(status, message)
  if (authPattern.test(message)) return lastingFailure('AUTH_ERROR', message)
  if (limitPattern.test(message)) return { message, code: 'RATE_LIMITED', retryable: true }
  if (temporaryPattern.test(message)) return { message, code: 'PROVIDER_ERROR', retryable: true }
  return { message, code: 'AGENT_ERROR' }
}

/** The provider's HTTP status, if the failure names one. */
export function statusOf({ data }: ErrorDetail): number | undefined {
  const status = typeof data === 'object' && data !== null && 'status' in data ? data.status : undefined
  return typeof status === 'number' ? status : undefined
}
