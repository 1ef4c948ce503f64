import type { StopReason } from '../../events/finish.ts'
import { type HeadlessFailure, lastingFailure, providerFailure } from '../headless-failure.ts'
import { countOf, type Fields, fieldsOf, textOf, without } from '../headless-reading.ts'
import { wordedFailure } from '../headless-words.ts'

/** How a run ended that told of an error. */
export interface OpencodeFailure {
  readonly stopReason: StopReason
  readonly error: HeadlessFailure
}

const reasons: Readonly<Record<string, StopReason>> = {
  MessageAbortedError: 'cancelled',
  MessageOutputLengthError: 'max-tokens',
  ContentFilterError: 'refusal',
}

/** Reads the error of an `error` line. */
export function opencodeFailure(error: Fields): OpencodeFailure {
  const name = textOf(error.name) ?? 'UnknownError'
  const data = fieldsOf(error.data)
  const failure = failureOf(name, data)
  const stopReason = Object.hasOwn(reasons, name) ? reasons[name] : undefined
  return {
    stopReason: stopReason ?? 'error',
    error: { ...failure, data: { name, ...without(data, 'message') } },
  }
}

function failureOf(name: string, data: Fields): HeadlessFailure {
  const message = textOf(data.message) ?? name
  if (name === 'ProviderAuthError') return lastingFailure('AUTH_ERROR', message)
  if (name !== 'APIError') return { message, code: 'AGENT_ERROR' }
  const status = countOf(data.statusCode)
  const failure = status === undefined ? wordedFailure(message) : providerFailure(status, message)
  return typeof data.isRetryable === 'boolean' ? { ...failure, retryable: data.isRetryable } : failure
}
