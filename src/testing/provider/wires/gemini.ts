import { type Answer, type Content, contentOf, type Interruption, piecesOf } from '../answer.ts'
import type { ModelRequest, OfferedTool, Turn } from '../model-request.ts'
import { readPath, textAt } from '../read-path.ts'
import type { TokenUsage } from '../script/script.ts'
import { contentTexts, listOf } from './content-texts.ts'
import { type Asked, type ServerEvent, textOf, type Wire, withoutCacheWrite } from './wire.ts'

const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

export const gemini: Wire = {
  name: 'gemini',
  purpose(path) {
    if (path.endsWith(':countTokens')) return 'count'
    return /:(streamG|g)enerateContent$/.test(path) ? 'answer' : undefined
  },
  read: readRequest,
  count: (tokens) => ({ totalTokens: tokens }),
  reported: withoutCacheWrite,
  whole: (answer) => ({
    ...responseOf(answer, contentOf(answer).map(partOf), 'STOP'),
    usageMetadata: usageOf(answer.usage),
  }),
  stream,
  fault: (fault) => ({
    error: { code: fault.status, message: textOf(fault), status: statusNames[fault.status] ?? 'UNKNOWN' },
  }),
}

function readRequest({ path, body }: Asked): ModelRequest {
  const format = body['generationConfig']
  const schema = readPath(format, 'responseJsonSchema') ?? readPath(format, 'responseSchema')
  const wantsJson = readPath(format, 'responseMimeType') === 'application/json'
  return {
    wire: 'gemini',
    path,
    model: /models\/([^:]+):/.exec(path)?.[1] ?? '',
    stream: path.endsWith(':streamGenerateContent'),
    turns: listOf(body['contents']).flatMap(turnsOf),
    tools: listOf(body['tools']).flatMap((group) =>
      listOf(readPath(group, 'functionDeclarations')).map(toolOf),
    ),
    schema: schema ?? (wantsJson ? {} : undefined),
    body,
  }
}

/** A result has an id only if its call had one; the others are matched by position. */
function turnsOf(content: unknown, place: number): Turn[] {
  const parts = listOf(readPath(content, 'parts'))
  if (readPath(content, 'role') === 'model') return []
  const results = parts.flatMap((part, index): Turn[] => {
    const response = readPath(part, 'functionResponse')
    if (response === undefined) return []
    return [{ from: 'tool', call: textAt(response, 'id') || `${place}.${index}` }]
  })
  return [...results, { from: 'user', texts: contentTexts(parts) }]
}

function toolOf(tool: unknown): OfferedTool {
  const schema = readPath(tool, 'parametersJsonSchema') ?? readPath(tool, 'parameters')
  return { name: textAt(tool, 'name'), schema, takesText: false }
}

function responseOf(
  { id, model }: Answer,
  parts: readonly unknown[],
  finish?: string,
): Record<string, unknown> {
  const candidate = { index: 0, content: { role: 'model', parts } }
  return {
    candidates: [finish === undefined ? candidate : { ...candidate, finishReason: finish }],
    modelVersion: model,
    responseId: id,
  }
}

function partOf(content: Content): unknown {
  if (content.type === 'text') return { text: content.text }
  if (content.type === 'thinking') return { text: content.text, thought: true }
  const { id, name, input } = content.call
  return { functionCall: { id, name, args: input } }
}

function usageOf({ input, output, thinking = 0, cacheRead = 0, cacheWrite = 0 }: TokenUsage): unknown {
  const read = input + cacheRead + cacheWrite
  return {
    promptTokenCount: read,
    cachedContentTokenCount: cacheRead,
    candidatesTokenCount: output - thinking,
    thoughtsTokenCount: thinking,
    totalTokenCount: read + output,
  }
}

function* stream(answer: Answer): Generator<ServerEvent | Interruption> {
  for (const part of answer.parts) {
    if (part.type === 'fault') return yield event(gemini.fault(part.fault))
    if (part.type === 'text') {
      for (const text of piecesOf(part.text)) yield event(responseOf(answer, [{ text }]))
    } else if (part.type === 'thinking' || part.type === 'call') {
      // A thought is one part: agents read the title at its beginning.
      yield event(responseOf(answer, [partOf(part)]))
    } else yield part
  }
  const last = { ...responseOf(answer, [{ text: '' }], 'STOP'), usageMetadata: usageOf(answer.usage) }
  yield { ...event(last), usage: withoutCacheWrite(answer.usage) }
}

function event(data: unknown): ServerEvent {
  return { type: 'event', data }
}
