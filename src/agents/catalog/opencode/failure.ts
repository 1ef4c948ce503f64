import type { StopReason } from '../../../events/finish.ts'
import { countOf, type Fields, fieldsOf, textOf, without } from '../../command-line/read-values.ts'
import {
  type AgentFailure,
  lastingFailure,
  namedFailure,
  providerFailure,
  retryAfterOf,
  wordedFailure,
} from '../../command-line/provider-failure.ts'

/** The end of a run that reported an error. */
export interface OpencodeFailure {
  readonly stopReason: StopReason
  readonly error: AgentFailure
}

const reasons: Readonly<Record<string, StopReason>> = {
  MessageAbortedError: 'cancelled',
  MessageOutputLengthError: 'max-tokens',
  ContentFilterError: 'refusal',
}

/** Reads the failure in an `error` line. */
export function opencodeFailure(error: Fields): OpencodeFailure {
  const name = textOf(error.name) ?? 'UnknownError'
  const data = fieldsOf(error.data)
  const failure = failureOf(name, data)
  const stopReason = Object.hasOwn(reasons, name) ? reasons[name] : undefined
  const resetsAt = retryAfterOf(fieldsOf(data.responseHeaders)['retry-after'])
  const reset = resetsAt === undefined ? {} : { resetsAt }
  return {
    stopReason: stopReason ?? 'error',
    error: { ...failure, data: { ...fieldsOf(failure.data), name, ...without(data, 'message'), ...reset } },
  }
}

function failureOf(name: string, data: Fields): AgentFailure {
  const message = textOf(data.message) ?? name
  if (name === 'ProviderAuthError') return namedFailure('login', lastingFailure('AUTH_ERROR', message))
  if (name !== 'APIError') return { message, code: 'AGENT_ERROR' }
  const status = countOf(data.statusCode)
  const failure = status === undefined ? wordedFailure(message) : providerFailure(status, message)
  return typeof data.isRetryable === 'boolean' ? { ...failure, retryable: data.isRetryable } : failure
}
