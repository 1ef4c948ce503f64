import {
  type Answer,
  callsTools,
  contentOf,
  inputText,
  type Interruption,
  piecesOf,
  type ToolCall,
} from '../answer.ts'
import type { ModelRequest, OfferedTool, Turn } from '../model-request.ts'
import { readPath, textAt } from '../read-path.ts'
import type { TokenUsage } from '../script/script.ts'
import { contentTexts, listOf } from './content-texts.ts'
import { openaiFault } from './openai-fault.ts'
import { type Asked, type ServerEvent, type Wire, withoutCacheWrite } from './wire.ts'

export const openaiChat: Wire = {
  name: 'openai-chat',
  purpose: (path) => (path.endsWith('/chat/completions') ? 'answer' : undefined),
  read: readRequest,
  reported: withoutCacheWrite,
  whole: (answer) => ({
    ...aboutOf(answer),
    object: 'chat.completion',
    choices: [{ index: 0, message: messageOf(answer), finish_reason: finishReason(answer) }],
    usage: usageOf(answer.usage),
  }),
  stream,
  fault: openaiFault,
}

function readRequest({ path, body }: Asked): ModelRequest {
  const format = body['response_format']
  const schema = readPath(format, 'json_schema', 'schema')
  return {
    wire: 'openai-chat',
    path,
    model: textAt(body, 'model'),
    stream: body['stream'] === true,
    turns: listOf(body['messages']).flatMap(turnsOf),
    tools: listOf(body['tools']).map(toolOf),
    schema: readPath(format, 'type') === 'json_object' ? {} : schema,
    body,
  }
}

function turnsOf(message: unknown): Turn[] {
  const role = readPath(message, 'role')
  if (role === 'tool') return [{ from: 'tool', call: textAt(message, 'tool_call_id') }]
  return role === 'user' ? [{ from: 'user', texts: contentTexts(readPath(message, 'content')) }] : []
}

function toolOf(tool: unknown): OfferedTool {
  const custom = textAt(tool, 'custom', 'name')
  if (custom !== '') return { name: custom, takesText: true }
  const offered = readPath(tool, 'function')
  return {
    name: textAt(offered, 'name'),
    schema: readPath(offered, 'parameters'),
    takesText: false,
  }
}

function aboutOf({ id, model }: Answer): Record<string, unknown> {
  return { id: `chatcmpl-${id}`, created: 1, model }
}

function messageOf(answer: Answer): unknown {
  const content = contentOf(answer)
  const joined = (type: 'text' | 'thinking'): string =>
    content.map((part) => (part.type === type ? part.text : '')).join('')
  const calls = content.flatMap((part) => (part.type === 'call' ? [callOf(part.call)] : []))
  return {
    role: 'assistant',
    content: joined('text') || null,
    ...(joined('thinking') === '' ? {} : { reasoning_content: joined('thinking') }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  }
}

function callOf(call: ToolCall, written = inputText(call)): object {
  const { id, name, input } = call
  if (typeof input === 'string') return { id, type: 'custom', custom: { name, input: written } }
  return { id, type: 'function', function: { name, arguments: written } }
}

function finishReason(answer: Answer): string {
  return callsTools(answer) ? 'tool_calls' : 'stop'
}

function usageOf({ input, output, thinking = 0, cacheRead = 0, cacheWrite = 0 }: TokenUsage): unknown {
  const read = input + cacheRead + cacheWrite
  return {
    prompt_tokens: read,
    completion_tokens: output,
    total_tokens: read + output,
    prompt_tokens_details: { cached_tokens: cacheRead },
    completion_tokens_details: { reasoning_tokens: thinking },
  }
}

function* stream(answer: Answer, { body }: ModelRequest): Generator<ServerEvent | Interruption> {
  const about = { ...aboutOf(answer), object: 'chat.completion.chunk' }
  const chunk = (delta: object, finish: string | null = null): ServerEvent => ({
    type: 'event',
    data: { ...about, choices: [{ index: 0, delta, finish_reason: finish }] },
  })
  yield chunk({ role: 'assistant', content: '' })
  let index = 0
  for (const part of answer.parts) {
    if (part.type === 'fault') return yield { type: 'event', data: openaiFault(part.fault) }
    if (part.type === 'call') {
      for (const delta of callDeltas(part.call)) yield chunk({ tool_calls: [{ index, ...delta }] })
      index += 1
    } else if (part.type === 'text') {
      for (const content of piecesOf(part.text)) yield chunk({ content })
    } else if (part.type === 'thinking') {
      for (const thought of piecesOf(part.text)) yield chunk({ reasoning_content: thought })
    } else yield part
  }
  yield chunk({}, finishReason(answer))
  if (readPath(body, 'stream_options', 'include_usage') === true) {
    const data = { ...about, choices: [], usage: usageOf(answer.usage) }
    yield { type: 'event', data, usage: withoutCacheWrite(answer.usage) }
  }
  yield { type: 'event', data: '[DONE]' }
}

/** The first chunk names the tool; the others hold only pieces of the input. */
function callDeltas(call: ToolCall): object[] {
  const field = typeof call.input === 'string' ? 'custom' : 'function'
  const piece = field === 'custom' ? 'input' : 'arguments'
  return [callOf(call, ''), ...piecesOf(inputText(call)).map((text) => ({ [field]: { [piece]: text } }))]
}
