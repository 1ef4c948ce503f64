import type { ErrorDetail } from '../../events/error.ts'
import { type AgentFailure, type FailureCode, providerFailure, retryAfterOf } from '../../events/failure.ts'

export { type AgentFailure, type FailureCode, providerFailure, retryAfterOf }

/** What the refusal of a provider means for the account that sent the request. */
export type RefusalKind = 'rate-limit' | 'quota' | 'overload' | 'login'

const kindsByStatus: Readonly<Record<number, RefusalKind>> = {
  401: 'login',
  402: 'quota',
  403: 'login',
  429: 'rate-limit',
  503: 'overload',
  529: 'overload',
}

export function refusalKindOf(status: number): RefusalKind | undefined {
  return kindsByStatus[status]
}

/** A failure whose kind the agent reports by a name or an exit code, without an HTTP status. */
export function namedFailure(kind: RefusalKind, failure: AgentFailure): AgentFailure {
  return { ...failure, data: { kind } }
}

/** A failure that a retry does not fix. */
export function lastingFailure(code: FailureCode, message: string): AgentFailure {
  return { message, code, retryable: false }
}

/** How agents write an HTTP status in their messages. */
const statusPattern =
  /(?:^|\bstatus(?: code)?:? |\berror:? \(?|\brequest rejected \(|"(?:code|status)": ?|\bHTTP )([45]\d\d)\b/i

/** The HTTP status in the message of a failure. */
export function statusIn(message: string): number | undefined {
  const status = statusPattern.exec(message)?.[1]
  return status === undefined ? undefined : Number(status)
}

const authPattern = /api.?key|unauthori[sz]ed|authenticat|\bauth\b|credential|not logged in/i
const limitPattern = /rate.?limit|too many requests|quota|usage limit/i
const temporaryPattern =
  /overloaded|high demand|ECONN|socket|fetch failed|(?:cannot|could not|unable to) connect|error reading a body|unexpected EOF|connection (?:error|lost|closed)|terminated|stream disconnected|server error/i

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

/** The kind of a refusal, from its HTTP status or the agent's own name for it; never from the message. */
export function kindOf(detail: ErrorDetail): RefusalKind | undefined {
  const status = statusOf(detail)
  if (status !== undefined) return refusalKindOf(status)
  const { data } = detail
  const kind = typeof data === 'object' && data !== null && 'kind' in data ? data.kind : undefined
  return refusalKinds.find((known) => known === kind)
}

const refusalKinds: readonly RefusalKind[] = ['rate-limit', 'quota', 'overload', 'login']

/** When the provider accepts requests again, in milliseconds since 1970, if the failure says so. */
export function resetOf({ data }: ErrorDetail): number | undefined {
  const at = typeof data === 'object' && data !== null && 'resetsAt' in data ? data.resetsAt : undefined
  return typeof at === 'number' && Number.isFinite(at) ? at : undefined
}
