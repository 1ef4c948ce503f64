import type { CapstanError } from '../core/capstan-error.ts'
import type { TurnResult } from './run-conversation.ts'
import { silentError, toldError } from './run-errors.ts'
import type { TurnTranscript } from './turn-transcript.ts'
import type { ValidatedRun } from './validate.ts'

/** A failure of the agent's provider that it tells as a turn which went well. */
export function hiddenFailure(
  { definition, options, transport }: ValidatedRun,
  turn: TurnTranscript,
  { stopReason }: TurnResult,
): CapstanError | undefined {
  const { silentTurnIsFailure = false, errorTexts = [] } = definition.acp ?? {}
  if (stopReason !== 'end-turn' || transport !== 'acp') return undefined
  if (silentTurnIsFailure && turn.isSilent) return silentError(options.agent)
  const { last } = turn.text
  return errorTexts.some((pattern) => new RegExp(pattern, 'u').test(last)) ? toldError(last) : undefined
}
