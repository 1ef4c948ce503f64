import { type Answer, contentOf, type Interruption } from '../answer.ts'
import type { ModelRequest, OfferedTool, Turn } from '../model-request.ts'
import { readPath, textAt } from '../read-path.ts'
import type { TokenUsage } from '../script/script.ts'
import { contentTexts, listOf } from './content-texts.ts'
import { openaiFault } from './openai-fault.ts'
import { itemEvents, itemOf, type ResponsesEvent } from './openai-responses-items.ts'
import { type Asked, type ServerEvent, type Wire, withoutCacheWrite } from './wire.ts'

export const openaiResponses: Wire = {
  name: 'openai-responses',
  purpose(path) {
    if (path.endsWith('/responses/input_tokens')) return 'count'
    return path.endsWith('/responses') ? 'answer' : undefined
  },
  read: readRequest,
  count: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
  refusal({ body }) {
    const previous = body['previous_response_id']
    if (typeof previous !== 'string') return undefined
    // Answers are not stored, so the request must contain the whole conversation.
    return { status: 400, message: `Previous response with id '${previous}' not found.` }
  },
  reported: withoutCacheWrite,
  whole,
  stream,
  fault: openaiFault,
}

function readRequest({ path, body }: Asked): ModelRequest {
  const { input } = body
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input)
  // Newer models get their tools in the conversation.
  const additional = items
    .filter((item) => readPath(item, 'type') === 'additional_tools')
    .flatMap((item) => listOf(readPath(item, 'tools')))
  const format = readPath(body, 'text', 'format')
  return {
    wire: 'openai-responses',
    path,
    model: textAt(body, 'model'),
    stream: body['stream'] === true,
    turns: items.flatMap(turnsOf),
    tools: [...listOf(body['tools']), ...additional].flatMap((tool) => toolsOf(tool)),
    schema: readPath(format, 'type') === 'json_object' ? {} : readPath(format, 'schema'),
    body,
  }
}

function turnsOf(item: unknown): Turn[] {
  const type = readPath(item, 'type')
  if (typeof type === 'string' && type.endsWith('_call_output')) {
    return [{ from: 'tool', call: textAt(item, 'call_id') }]
  }
  const isUser = readPath(item, 'role') === 'user' && (type === undefined || type === 'message')
  return isUser ? [{ from: 'user', texts: contentTexts(readPath(item, 'content')) }] : []
}

/** The tools the model can call, with the tools of groups. Tools that the provider runs itself have no name. */
function toolsOf(tool: unknown, namespace?: string): OfferedTool[] {
  const [type, name] = [readPath(tool, 'type'), readPath(tool, 'name')]
  if (type === 'namespace') {
    return listOf(readPath(tool, 'tools')).flatMap((inner) => toolsOf(inner, String(name)))
  }
  if (typeof name !== 'string') return []
  const group = namespace === undefined ? {} : { namespace }
  if (type === 'custom') return [{ name, takesText: true, ...group }]
  return [{ name, schema: readPath(tool, 'parameters'), takesText: false, ...group }]
}

function responseOf({ id, model }: Answer): Record<string, unknown> {
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: 1,
    model,
    status: 'in_progress',
    output: [],
    error: null,
  }
}

function whole(answer: Answer): Record<string, unknown> {
  const output = contentOf(answer).map((content, index) => itemOf(content, `${answer.id}_${index}`))
  return { ...responseOf(answer), status: 'completed', output, usage: usageOf(answer.usage) }
}

function usageOf({ input, output, thinking = 0, cacheRead = 0, cacheWrite = 0 }: TokenUsage): unknown {
  const read = input + cacheRead + cacheWrite
  return {
    input_tokens: read,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: thinking },
    total_tokens: read + output,
  }
}

function* stream(answer: Answer): Generator<ServerEvent | Interruption> {
  let number = 0
  const numbered = (event: ResponsesEvent): ServerEvent => {
    const data = { ...event, sequence_number: number }
    number += 1
    return { type: 'event', name: event.type, data }
  }
  yield numbered({ type: 'response.created', response: responseOf(answer) })
  yield numbered({ type: 'response.in_progress', response: responseOf(answer) })
  let index = 0
  for (const part of answer.parts) {
    if (part.type === 'fault') {
      const { code, message, type } = openaiFault(part.fault).error
      const response = { ...responseOf(answer), status: 'failed', error: { code: code ?? type, message } }
      return yield numbered({ type: 'response.failed', response })
    }
    if (part.type === 'text' || part.type === 'thinking' || part.type === 'call') {
      for (const event of itemEvents(part, `${answer.id}_${index}`)) {
        yield numbered({ ...event, output_index: index })
      }
      index += 1
    } else yield part
  }
  const last = numbered({ type: 'response.completed', response: whole(answer) })
  yield { ...last, usage: withoutCacheWrite(answer.usage) }
}
