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

/** OpenAI Responses. */
export const openaiResponses: AnswerReader = {
  usageField: '"usage"',
  readEvent(event) {
    const response = fieldsOf(event['response'])
    switch (event['type']) {
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return { ...readResponse(response), isLast: true }
      case 'error':
        return { error: errorIn(event), isLast: true }
      default:
        return { model: textOf(response['model']) }
    }
  },
  readWhole: readResponse,
}

function readResponse(response: Fields): AnswerPart {
  const usage = fieldsOf(response['usage'])
  const cached = fieldsOf(usage['input_tokens_details'])
  const tokens = tokensOf({
    sent: countOf(usage['input_tokens']),
    output: countOf(usage['output_tokens']),
    thinking: countOf(fieldsOf(usage['output_tokens_details'])['reasoning_tokens']),
    cacheRead: countOf(cached['cached_tokens']),
    cacheWrite: countOf(cached['cache_write_tokens']),
  })
  return { model: textOf(response['model']), tokens, isCounted: true, error: errorIn(response) }
}

/** OpenAI Chat Completions, and the older Completions. */
export const openaiCompletions: AnswerReader = {
  usageField: '"usage"',
  readEvent(event) {
    const [choice] = Array.isArray(event['choices']) ? (event['choices'] as unknown[]) : []
    const isFinished = textOf(fieldsOf(choice)['finish_reason']) !== undefined
    const error = errorIn(event)
    const tokens = chatTokens(event['usage'])
    // The usage follows the last choice, or is a part of it.
    const isCounted = tokens !== undefined && (isFinished || choice === undefined)
    return {
      model: textOf(event['model']),
      tokens,
      error,
      isCounted,
      isLast: isFinished || isCounted || error !== undefined,
    }
  },
  readWhole: (answer) => ({
    model: textOf(answer['model']),
    tokens: chatTokens(answer['usage']),
    isCounted: true,
    error: errorIn(answer),
  }),
}

function chatTokens(value: unknown): TokenUsage | undefined {
  const usage = fieldsOf(value)
  const cached = fieldsOf(usage['prompt_tokens_details'])
  const [sent, said] = [countOf(usage['prompt_tokens']), countOf(usage['completion_tokens'])]
  const total = countOf(usage['total_tokens'])
  // Some providers count reasoning only in the total.
  const output = said === undefined || total === undefined ? said : Math.max(said, total - (sent ?? 0))
  return tokensOf({
    sent,
    output,
    thinking: countOf(fieldsOf(usage['completion_tokens_details'])['reasoning_tokens']),
    cacheRead: countOf(cached['cached_tokens']) ?? countOf(usage['prompt_cache_hit_tokens']),
    cacheWrite: countOf(cached['cache_write_tokens']),
  })
}
