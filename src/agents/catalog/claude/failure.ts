import { countOf, type Fields, listOf, textOf } from '../../command-line/read-values.ts'
import { type AgentFailure, lastingFailure, providerFailure } from '../../command-line/provider-failure.ts'

/** Words of the program for what its provider refused, where it gives no HTTP status. */
const authWords = [
  'authentication_failed',
  'oauth_org_not_allowed',
  'account_on_hold',
  'verification_required',
  'cloud_credential_error',
]
const statusOfWord: Readonly<Record<string, number>> = {
  rate_limit: 429,
  overloaded: 529,
  server_error: 500,
  billing_error: 402,
  invalid_request: 400,
  model_not_found: 404,
}

/** Why the provider gave no answer, from a line that says so. */
export function apiFailure(line: Fields, message: string): AgentFailure {
  const status = countOf(line.api_error_status)
  if (status !== undefined) return providerFailure(status, message)
  const word = textOf(line.error) ?? ''
  if (authWords.includes(word)) return lastingFailure('AUTH_ERROR', message)
  const meant = Object.hasOwn(statusOfWord, word) ? statusOfWord[word] : undefined
  if (meant === undefined) return { message, code: 'AGENT_ERROR' }
  const { data: _, ...failure } = providerFailure(meant, message)
  return failure
}

/** Why a run failed, from its result. */
export function resultFailure(result: Fields): AgentFailure {
  const errors = listOf(result.errors).filter((error) => typeof error === 'string')
  const message =
    textOf(errors.join('\n')) ?? textOf(result.result) ?? `The run ended as ${String(result.subtype)}`
  if (/no conversation found/i.test(message)) return lastingFailure('SESSION_NOT_FOUND', message)
  return apiFailure(result, message)
}
