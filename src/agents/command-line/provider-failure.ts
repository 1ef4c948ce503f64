import type { ErrorDetail } from '../../events/error.ts'

/** The codes of a failed run, whichever transport it took. */
export type FailureCode =
  | 'AUTH_ERROR'
  | 'RATE_LIMITED'
  | 'PROVIDER_ERROR'
  | 'SESSION_NOT_FOUND'
  | 'UNTRUSTED_FOLDER'
  | 'AGENT_ERROR'
  | 'AGENT_CRASH'

/** A failure whose code is known. */
export interface AgentFailure extends ErrorDetail {
  code: FailureCode
}

/** What the HTTP status means with which a model provider refused a request. */
export function providerFailure(status: number, message: string): AgentFailure {
  const data = { status }
  if (status === 401 || status === 403) return { message, code: 'AUTH_ERROR', retryable: false, data }
  if (status === 429) return { message, code: 'RATE_LIMITED', retryable: true, data }
  return { message, code: 'PROVIDER_ERROR', retryable: status === 408 || status >= 500, data }
}

/** A failure that trying again does not heal. */
export function lastingFailure(code: FailureCode, message: string): AgentFailure {
  return { message, code, retryable: false }
}

/** Where agents put an HTTP status into their words. */
const statusWords = /(?:^|\bstatus(?: code)?:? |\berror:? \(?|"(?:code|status)": ?|\bHTTP )([45]\d\d)\b/i

/** The HTTP status that a failure names in its words. */
export function statusIn(message: string): number | undefined {
  const status = statusWords.exec(message)?.[1]
  return status === undefined ? undefined : Number(status)
}

const authWords = /api.?key|unauthori[sz]ed|authenticat|\bauth\b|credential|not logged in/i
const limitWords = /rate.?limit|too many requests|quota|usage limit/i
const passingWords =
  /overloaded|high demand|ECONN|socket|fetch failed|(?:cannot|unable to) connect|connection (?:error|lost|closed)|terminated|stream disconnected|server error/i

/** What a failure means of which there are only words. */
export function wordedFailure(message: string): AgentFailure {
  const status = statusIn(message)
  if (status !== undefined) return providerFailure(status, message)
  if (authWords.test(message)) return lastingFailure('AUTH_ERROR', message)
  if (limitWords.test(message)) return { message, code: 'RATE_LIMITED', retryable: true }
  if (passingWords.test(message)) return { message, code: 'PROVIDER_ERROR', retryable: true }
  return { message, code: 'AGENT_ERROR' }
}

/** What the provider answered with, as far as a failure says it. */
export function statusOf({ data }: ErrorDetail): number | undefined {
  const status = typeof data === 'object' && data !== null && 'status' in data ? data.status : undefined
  return typeof status === 'number' ? status : undefined
}
