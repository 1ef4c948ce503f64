import type { ErrorDetail } from '../../../events/error.ts'
import type { StopReason } from '../../../events/finish.ts'
import { countOf, type Fields, textOf } from '../../command-line/read-values.ts'
import { providerFailure, wordedFailure } from '../../command-line/provider-failure.ts'

const stopReasons: Readonly<Record<string, StopReason>> = {
  stop: 'end-turn',
  toolUse: 'end-turn',
  length: 'max-tokens',
  aborted: 'cancelled',
}

/** Why the model stopped, in our words. */
export function stopReasonOf(value: unknown): StopReason {
  const word = textOf(value) ?? 'unknown'
  return (Object.hasOwn(stopReasons, word) ? stopReasons[word] : undefined) ?? word
}

/** Why an answer failed: omp gives the HTTP status, Pi puts it before the words. */
export function failureOf(message: Fields): ErrorDetail {
  const text = textOf(message.errorMessage) ?? 'The model ended its answer with an error'
  const status = countOf(message.errorStatus)
  return status === undefined ? wordedFailure(text) : providerFailure(status, text)
}
