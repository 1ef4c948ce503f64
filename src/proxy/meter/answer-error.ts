import { isRecord } from '../../core/is-record.ts'
import { type AnswerError, type Fields, textOf } from './answer-reader.ts'

/** The HTTP statuses that providers' names of errors stand for, in answers that began with 200. */
const statusOfName: Readonly<Record<string, number>> = {
  // Anthropic
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
  // OpenAI
  context_length_exceeded: 400,
  invalid_prompt: 400,
  invalid_api_key: 401,
  model_not_found: 404,
  insufficient_quota: 429,
  rate_limit_exceeded: 429,
  server_error: 500,
  server_is_overloaded: 503,
  slow_down: 503,
  // Gemini
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
}

/** The error in an answer: in its field `error`, or in the event itself. An unknown name counts as a server error. */
export function errorIn(answer: Fields): AnswerError | undefined {
  const { error } = answer
  const found = isRecord(error)
    ? error
    : answer['type'] === 'error' || typeof error === 'string'
      ? answer
      : undefined
  if (found === undefined) return undefined
  const message = textOf(found['message']) ?? textOf(error) ?? 'The provider reported an error'
  return { status: statusOf(found) ?? 500, message }
}

function statusOf(error: Fields): number | undefined {
  const numbers = [error['code'], error['status']].filter((value) => typeof value === 'number')
  const names = [error['code'], error['type'], error['status']].filter((value) => typeof value === 'string')
  const known = names.find((name) => Object.hasOwn(statusOfName, name))
  const status = numbers[0] ?? (known === undefined ? undefined : statusOfName[known])
  return status !== undefined && status >= 400 && status < 600 ? status : undefined
}
