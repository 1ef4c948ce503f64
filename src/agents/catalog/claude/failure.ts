import { countOf, type Fields, fieldsOf, listOf, textOf } from '../../command-line/read-values.ts'
import {
  type AgentFailure,
  lastingFailure,
  namedFailure,
  providerFailure,
  refusalKindOf,
} from '../../command-line/provider-failure.ts'

/** Claude's names of provider errors without an HTTP status. */
const authErrors = [
  'authentication_failed',
  'oauth_org_not_allowed',
  'account_on_hold',
  'verification_required',
  'cloud_credential_error',
]
const statusOfError: Readonly<Record<string, number>> = {
  rate_limit: 429,
  overloaded: 529,
  server_error: 500,
  billing_error: 402,
  invalid_request: 400,
  model_not_found: 404,
}

/** The provider failure of an error line. */
export function apiFailure(line: Fields, message: string): AgentFailure {
  const status = countOf(line.api_error_status)
  if (status !== undefined) return providerFailure(status, message)
  const error = textOf(line.error) ?? ''
  if (authErrors.includes(error)) return namedFailure('login', lastingFailure('AUTH_ERROR', message))
  const meant = Object.hasOwn(statusOfError, error) ? statusOfError[error] : undefined
  if (meant === undefined) return { message, code: 'AGENT_ERROR' }
  const { data: _, ...failure } = providerFailure(meant, message)
  const kind = refusalKindOf(meant)
  return kind === undefined ? failure : namedFailure(kind, failure)
}

/** The failure of a run, from its result. */
export function resultFailure(result: Fields): AgentFailure {
  const errors = listOf(result.errors).filter((error) => typeof error === 'string')
  const message =
    textOf(errors.join('\n')) ?? textOf(result.result) ?? `The run ended as ${String(result.subtype)}`
  if (/no conversation found/i.test(message)) return lastingFailure('SESSION_NOT_FOUND', message)
  return apiFailure(result, message)
}

/** When a limit that refuses the account resets, in milliseconds since 1970. Claude reports seconds. */
export function resetTime({ status, resetsAt }: Fields): number | undefined {
  if (status !== 'rejected' || typeof resetsAt !== 'number') return undefined
  return resetsAt < latestSecond ? resetsAt * 1000 : resetsAt
}

/** One published reader of these lines has milliseconds; as seconds they would be in the year 5138 or later. */
const latestSecond = 1e11

/** A failure with the time at which the account can be used again. */
export function withReset(failure: AgentFailure, resetsAt: number | undefined): AgentFailure {
  if (resetsAt === undefined || failure.code !== 'RATE_LIMITED') return failure
  return { ...failure, data: { ...fieldsOf(failure.data), resetsAt } }
}
