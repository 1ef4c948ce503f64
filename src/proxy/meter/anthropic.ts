import type { TokenUsage } from '../../events/usage.ts'
import { errorIn } from './answer-error.ts'
import { type AnswerReader, countOf, type Fields, fieldsOf, textOf } from './answer-reader.ts'

/** Anthropic Messages. */
export const anthropic: AnswerReader = {
  usageField: '"usage"',
  readEvent(event) {
    switch (event['type']) {
      case 'message_start': {
        const message = fieldsOf(event['message'])
        return { model: textOf(message['model']), tokens: usageOf(message['usage']) }
      }
      case 'message_delta': {
        const isCounted = textOf(fieldsOf(event['delta'])['stop_reason']) !== undefined
        return { tokens: usageOf(event['usage']), isCounted }
      }
      case 'message_stop':
        return { isLast: true }
      case 'error':
        return { error: errorIn(event), isLast: true }
      default:
        return {}
    }
  },
  readWhole: (answer) => ({
    model: textOf(answer['model']),
    tokens: usageOf(answer['usage']),
    isCounted: true,
    error: errorIn(answer),
  }),
}

/** Anthropic counts cached tokens separately. */
function usageOf(value: unknown): TokenUsage | undefined {
  const usage: Fields = fieldsOf(value)
  const counts = {
    input: countOf(usage['input_tokens']),
    output: countOf(usage['output_tokens']),
    thinking: countOf(fieldsOf(usage['output_tokens_details'])['thinking_tokens']),
    cacheRead: countOf(usage['cache_read_input_tokens']),
    cacheWrite: countOf(usage['cache_creation_input_tokens']),
  }
  const known = Object.entries(counts).filter(([, count]) => count !== undefined)
  return known.length === 0 ? undefined : Object.fromEntries(known)
}
