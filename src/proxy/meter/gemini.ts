import type { TokenUsage } from '../../events/usage.ts'
import { errorIn } from './answer-error.ts'
import {
  type AnswerPart,
  type AnswerReader,
  countOf,
  type Fields,
  fieldsOf,
  textOf,
  tokensOf,
} from './answer-reader.ts'

/** Gemini, also in the envelope that a Google login uses. */
export const gemini: AnswerReader = {
  usageField: '"usageMetadata"',
  readEvent: read,
  readWhole: read,
}

function read(answer: Fields): AnswerPart {
  const inner = answer['response'] === undefined ? answer : fieldsOf(answer['response'])
  const [candidate] = Array.isArray(inner['candidates']) ? (inner['candidates'] as unknown[]) : []
  const error = errorIn(answer)
  const isFinished =
    textOf(fieldsOf(candidate)['finishReason']) !== undefined ||
    textOf(fieldsOf(inner['promptFeedback'])['blockReason']) !== undefined
  return {
    model: textOf(inner['modelVersion']),
    tokens: usageOf(fieldsOf(inner['usageMetadata'])),
    isCounted: isFinished,
    isLast: isFinished || error !== undefined,
    error,
  }
}

/** Gemini includes cached tokens in those sent, and counts thoughts and the results of its own tools separately. */
function usageOf(usage: Fields): TokenUsage | undefined {
  const thinking = countOf(usage['thoughtsTokenCount'])
  const [sent, said] = [countOf(usage['promptTokenCount']), countOf(usage['candidatesTokenCount'])]
  const fromTools = countOf(usage['toolUsePromptTokenCount']) ?? 0
  return tokensOf({
    sent: sent === undefined ? undefined : sent + fromTools,
    output: said === undefined && thinking === undefined ? undefined : (said ?? 0) + (thinking ?? 0),
    thinking,
    cacheRead: countOf(usage['cachedContentTokenCount']),
    cacheWrite: undefined,
  })
}
