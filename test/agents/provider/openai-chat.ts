import { readPath } from './read-path.ts'
import { answerText } from './sample.ts'
import { spokenText, tokenCount, type Wire } from './wire.ts'

const usage = { prompt_tokens: tokenCount, completion_tokens: tokenCount, total_tokens: 2 * tokenCount }

export const openaiChat: Wire = {
  matches: (path) => path.endsWith('/chat/completions'),
  answer({ body }) {
    const content = answerText(readPath(body, 'response_format', 'json_schema', 'schema'), spokenText)
    const about = { id: 'chatcmpl-1', created: 1, model: body['model'] }
    if (body['stream'] !== true) {
      const message = { role: 'assistant', content }
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      return { json: { ...about, object: 'chat.completion', choices, usage } }
    }
    const chunk = (delta: object, finish: string | null): object => ({
      ...about,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(finish === null ? {} : { usage }),
    })
    return {
      events: [
        { data: chunk({ role: 'assistant', content }, null) },
        { data: chunk({}, 'stop') },
        { data: '[DONE]' },
      ],
    }
  },
}
