import {
  type Answer,
  callsTools,
  type Content,
  contentOf,
  inputText,
  type Interruption,
  piecesOf,
} from '../answer.ts'
import type { ModelRequest, OfferedTool, Turn } from '../model-request.ts'
import { readPath, textAt } from '../read-path.ts'
import type { TokenUsage } from '../script/script.ts'
import { contentTexts, listOf } from './content-texts.ts'
import { type Asked, type ServerEvent, textOf, type Wire } from './wire.ts'

/** A placeholder for the signature of a thought; agents send it back unchanged. */
const signature = 'c2lnbmVk'

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
}

export const anthropicMessages: Wire = {
  name: 'anthropic-messages',
  purpose(path) {
    if (path.endsWith('/messages/count_tokens')) return 'count'
    return path.endsWith('/messages') ? 'answer' : undefined
  },
  read: readRequest,
  count: (tokens) => ({ input_tokens: tokens }),
  reported: (usage) => usage,
  whole: (answer) => ({
    ...messageOf(answer),
    content: contentOf(answer).map(wholeBlock),
    stop_reason: stopReason(answer),
    usage: usageOf(answer.usage),
  }),
  stream,
  fault: (fault) => ({
    type: 'error',
    error: { type: errorTypes[fault.status] ?? 'api_error', message: textOf(fault) },
    request_id: 'req_1',
  }),
}

function readRequest({ path, body }: Asked): ModelRequest {
  return {
    wire: 'anthropic-messages',
    path,
    model: textAt(body, 'model'),
    stream: body['stream'] === true,
    turns: listOf(body['messages']).flatMap(turnsOf),
    tools: listOf(body['tools']).map(toolOf),
    schema: readPath(body, 'output_config', 'format', 'schema') ?? readPath(body, 'output_format', 'schema'),
    body,
  }
}

/** System messages may come between the others; they do not affect a script. */
function turnsOf(message: unknown): Turn[] {
  const content = readPath(message, 'content')
  if (readPath(message, 'role') !== 'user') return []
  const results = listOf(content)
    .filter((block) => readPath(block, 'type') === 'tool_result')
    .map((block): Turn => ({ from: 'tool', call: textAt(block, 'tool_use_id') }))
  return [...results, { from: 'user', texts: contentTexts(content) }]
}

function toolOf(tool: unknown): OfferedTool {
  return { name: textAt(tool, 'name'), schema: readPath(tool, 'input_schema'), takesText: false }
}

function messageOf({ id, model }: Answer): Record<string, unknown> {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  }
}

function stopReason(answer: Answer): string {
  return callsTools(answer) ? 'tool_use' : 'end_turn'
}

function usageOf(usage: TokenUsage): Record<string, unknown> {
  const { input, output, thinking, cacheRead = 0, cacheWrite = 0 } = usage
  return {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: output,
    ...(thinking === undefined ? {} : { output_tokens_details: { thinking_tokens: thinking } }),
  }
}

function wholeBlock(content: Content): unknown {
  if (content.type === 'text') return { type: 'text', text: content.text }
  if (content.type === 'thinking') return { type: 'thinking', thinking: content.text, signature }
  const { id, name, input } = content.call
  return { type: 'tool_use', id, name, input }
}

function* stream(answer: Answer): Generator<ServerEvent | Interruption> {
  const first = { ...answer.usage, output: 0, incomplete: true as const }
  const message = { ...messageOf(answer), usage: usageOf(first) }
  yield { ...named({ type: 'message_start', message }), usage: first }
  let index = 0
  for (const part of answer.parts) {
    if (part.type === 'fault')
      return yield named(anthropicMessages.fault(part.fault) as { type: string } & Record<string, unknown>)
    if (part.type === 'text' || part.type === 'thinking' || part.type === 'call') {
      yield named({ type: 'content_block_start', index, content_block: emptyBlock(part) })
      for (const delta of deltasOf(part)) yield named({ type: 'content_block_delta', index, delta })
      if (part.type === 'call' || part.isCut !== true) yield named({ type: 'content_block_stop', index })
      index += 1
    } else yield part
  }
  const delta = { stop_reason: stopReason(answer), stop_sequence: null }
  yield {
    ...named({ type: 'message_delta', delta, usage: usageOf(answer.usage) }),
    usage: answer.usage,
  }
  yield named({ type: 'message_stop' })
}

function emptyBlock(content: Content): unknown {
  if (content.type === 'text') return { type: 'text', text: '' }
  if (content.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' }
  const { id, name } = content.call
  return { type: 'tool_use', id, name, input: {} }
}

function deltasOf(content: Content): unknown[] {
  if (content.type === 'text') return piecesOf(content.text).map((text) => ({ type: 'text_delta', text }))
  if (content.type === 'call') {
    return piecesOf(inputText(content.call)).map((json) => ({ type: 'input_json_delta', partial_json: json }))
  }
  const thoughts = piecesOf(content.text).map((thinking) => ({ type: 'thinking_delta', thinking }))
  return [...thoughts, { type: 'signature_delta', signature }]
}

function named(data: { type: string } & Record<string, unknown>): ServerEvent {
  return { type: 'event', name: data.type, data }
}
