import { readPath } from './read-path.ts'
import { answerText } from './sample.ts'
import { type ServerEvent, spokenText, tokenCount, type Wire } from './wire.ts'

export const openaiResponses: Wire = {
  matches: (path) => path.endsWith('/responses'),
  answer({ body }) {
    const text = answerText(readPath(body, 'text', 'format', 'schema'), spokenText)
    const part = { type: 'output_text', text, annotations: [] }
    const item = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [part] }
    const response = {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      model: body['model'],
      status: 'completed',
      output: [item],
      usage: {
        input_tokens: tokenCount,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: tokenCount,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 2 * tokenCount,
      },
    }
    return body['stream'] === true ? { events: streamOf(response, item, part) } : { json: response }
  },
}

function streamOf(response: object, item: object, part: { text: string }): ServerEvent[] {
  const begun = { ...response, status: 'in_progress', output: [], usage: null }
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  const events = [
    { type: 'response.created', response: begun },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...item, status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...place, delta: part.text },
    { type: 'response.output_text.done', ...place, text: part.text },
    { type: 'response.content_part.done', ...place, part },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ]
  return events.map((data, index) => ({ event: data.type, data: { ...data, sequence_number: index } }))
}
