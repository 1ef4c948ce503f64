import { type Content, inputText, piecesOf, type ToolCall } from '../answer.ts'

/** An event of the stream, without its number. */
export type ResponsesEvent = { type: string } & Record<string, unknown>

/** A placeholder for the encrypted form of a thought; agents send it back unchanged. */
const encryptedContent = 'c2VhbGVk'

/** A finished item of the output. */
export function itemOf(content: Content, id: string): Record<string, unknown> {
  if (content.type === 'text') return messageItem(id, [textPart(content.text)])
  if (content.type === 'thinking') return thoughtItem(id, [summaryPart(content.text)])
  return callItem(id, content.call, inputText(content.call))
}

/** The events that build an item, up to its end or to the point where the connection breaks. */
export function* itemEvents(content: Content, id: string): Generator<ResponsesEvent> {
  const item = itemOf(content, id)
  yield { type: 'response.output_item.added', item: begun(content, item) }
  if (content.type === 'text') yield* textEvents(content, String(item['id']))
  else if (content.type === 'thinking') yield* thoughtEvents(content, String(item['id']))
  else yield* callEvents(content.call, String(item['id']))
  if (content.type === 'call' || content.isCut !== true) yield { type: 'response.output_item.done', item }
}

type Words = Exclude<Content, { type: 'call' }>

function begun(content: Content, item: Record<string, unknown>): Record<string, unknown> {
  if (content.type === 'text') return { ...item, status: 'in_progress', content: [] }
  if (content.type === 'thinking') return { ...item, summary: [] }
  return { ...item, status: 'in_progress', [inputField(content.call)]: '' }
}

function messageItem(id: string, content: readonly unknown[]): Record<string, unknown> {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', status: 'completed', content }
}

function thoughtItem(id: string, summary: readonly unknown[]): Record<string, unknown> {
  return { id: `rs_${id}`, type: 'reasoning', summary, encrypted_content: encryptedContent }
}

function callItem(id: string, call: ToolCall, written: string): Record<string, unknown> {
  const takesText = typeof call.input === 'string'
  return {
    id: takesText ? `ctc_${id}` : `fc_${id}`,
    type: takesText ? 'custom_tool_call' : 'function_call',
    status: 'completed',
    call_id: call.id,
    name: call.name,
    // The default group is not named.
    ...(call.namespace === undefined || call.namespace === 'functions' ? {} : { namespace: call.namespace }),
    [inputField(call)]: written,
  }
}

function inputField({ input }: ToolCall): string {
  return typeof input === 'string' ? 'input' : 'arguments'
}

function textPart(text: string): unknown {
  return { type: 'output_text', text, annotations: [] }
}

function summaryPart(text: string): unknown {
  return { type: 'summary_text', text }
}

function* textEvents({ text, isCut }: Words, item: string): Generator<ResponsesEvent> {
  const place = { item_id: item, content_index: 0 }
  yield { type: 'response.content_part.added', ...place, part: textPart('') }
  for (const delta of piecesOf(text)) yield { type: 'response.output_text.delta', ...place, delta }
  if (isCut === true) return
  yield { type: 'response.output_text.done', ...place, text }
  yield { type: 'response.content_part.done', ...place, part: textPart(text) }
}

function* thoughtEvents({ text, isCut }: Words, item: string): Generator<ResponsesEvent> {
  const place = { item_id: item, summary_index: 0 }
  yield { type: 'response.reasoning_summary_part.added', ...place, part: summaryPart('') }
  for (const delta of piecesOf(text)) yield { type: 'response.reasoning_summary_text.delta', ...place, delta }
  if (isCut === true) return
  yield { type: 'response.reasoning_summary_text.done', ...place, text }
  yield { type: 'response.reasoning_summary_part.done', ...place, part: summaryPart(text) }
}

function* callEvents(call: ToolCall, item: string): Generator<ResponsesEvent> {
  const written = inputText(call)
  const isText = typeof call.input === 'string'
  const type = isText ? 'response.custom_tool_call_input' : 'response.function_call_arguments'
  for (const delta of piecesOf(written)) yield { type: `${type}.delta`, item_id: item, delta }
  yield { type: `${type}.done`, item_id: item, [inputField(call)]: written }
}
