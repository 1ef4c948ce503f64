import { countOf, type Fields, listOf, textOf } from '../../command-line/read-values.ts'
import { type AgentFailure, lastingFailure, providerFailure } from '../../command-line/provider-failure.ts'

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
  if (authErrors.includes(error)) return lastingFailure('AUTH_ERROR', message)
  const meant = Object.hasOwn(statusOfError, error) ? statusOfError[error] : undefined
  if (meant === undefined) return { message, code: 'AGENT_ERROR' }
  const { data: _, ...failure } = providerFailure(meant, message)
  return failure
}

/** The failure of a run, from its result. */
export function resultFailure(result: Fields): AgentFailure {
  const errors = listOf(result.errors).filter((error) => typeof error === 'string')
  const message =
    textOf(errors.join('\n')) ?? textOf(result.result) ?? `The run ended as ${String(result.subtype)}`
  if (/no conversation found/i.test(message)) return lastingFailure('SESSION_NOT_FOUND', message)
  return apiFailure(result, message)
}
