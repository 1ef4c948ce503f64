import type { StopReason } from '../../events/finish.ts'
import type { ModelFinishReason } from './stream-part.ts'

const unified = new Map<string, ModelFinishReason['unified']>([
  ['end-turn', 'stop'],
  ['max-tokens', 'length'],
  ['refusal', 'content-filter'],
  ['error', 'error'],
])

/** Why a run ended, as the SDK's finish reason. */
export function finishReasonOf(stopReason: StopReason): ModelFinishReason {
  return { unified: unified.get(stopReason) ?? 'other', raw: stopReason }
}
