import { readPath } from './read-path.ts'
import { answerText } from './sample.ts'
import { type ServerEvent, spokenText, tokenCount, type Wire } from './wire.ts'

export const anthropicMessages: Wire = {
  matches: (path) => /\/messages(\/count_tokens)?$/.test(path),
  answer({ path, body }) {
    if (path.endsWith('/count_tokens')) return { json: { input_tokens: tokenCount } }
    const text = answerText(readPath(body, 'output_config', 'format', 'schema'), spokenText)
    const start = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body['model'],
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: tokenCount, output_tokens: 0 },
    }
    if (body['stream'] === true) return { events: streamOf(start, text) }
    const usage = { input_tokens: tokenCount, output_tokens: tokenCount }
    return { json: { ...start, content: [{ type: 'text', text }], stop_reason: 'end_turn', usage } }
  },
}

function streamOf(message: unknown, text: string): ServerEvent[] {
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: tokenCount },
    },
    { type: 'message_stop' },
  ]
  return events.map((data) => ({ event: data.type, data }))
}
