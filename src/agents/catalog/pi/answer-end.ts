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

/** Capstan's stop reasons by Pi's. */
export function stopReasonOf(value: unknown): StopReason {
  const reason = textOf(value) ?? 'unknown'
  return (Object.hasOwn(stopReasons, reason) ? stopReasons[reason] : undefined) ?? reason
}

/** The failure of an answer: omp reports the HTTP status, Pi puts it before the message. */
export function failureOf(message: Fields): ErrorDetail {
  const text = textOf(message.errorMessage) ?? 'The model ended its answer with an error'
  const status = countOf(message.errorStatus)
  return status === undefined ? wordedFailure(text) : providerFailure(status, text)
}
