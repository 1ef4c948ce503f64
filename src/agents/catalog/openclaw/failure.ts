import { type Fields, textOf } from '../../command-line/read-values.ts'
import { type AgentFailure, wordedFailure } from '../../command-line/provider-failure.ts'

/** Reads the failure of a run. OpenClaw blocks a rejected key for a minute, which the message mentions. */
export function envelopeFailure(error: Fields): AgentFailure {
  const message = textOf(error.message) ?? 'The run failed'
  const failure = wordedFailure(message)
  const kind = textOf(error.kind)
  return {
    ...failure,
    ...(kind === 'timeout' ? { code: 'AGENT_ERROR' } : {}),
    ...(/\bretry after\b/i.test(message) ? { retryable: true } : {}),
    ...(kind === undefined ? {} : { data: { kind } }),
  }
}
