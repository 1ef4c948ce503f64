import type { IncomingMessage, ServerResponse } from 'node:http'
import { usualUsage } from './answer.ts'
import { chooseAnswer } from './choose-answer.ts'
import { standingOf } from './conversation.ts'
import type { Failures } from './failures.ts'
import { cleanHeaders, cleanPath, keysOf, type RecordedRequest, withoutKeys } from './script/recording.ts'
import type { Fault, ModelScript } from './script/script.ts'
import { sendAnswer, sendFault, sendJson } from './send.ts'
import { thinkingAsked } from './thinking-asked.ts'
import { anthropicMessages } from './wires/anthropic-messages.ts'
import { gemini } from './wires/gemini.ts'
import { openaiChat } from './wires/openai-chat.ts'
import { openaiResponses } from './wires/openai-responses.ts'
import type { Wire } from './wires/wire.ts'
import { codingOf, decodedBytes } from '../../core/http/body-codings.ts'
import { readBody } from '../../core/http/read-body.ts'

const wires: readonly Wire[] = [anthropicMessages, openaiResponses, openaiChat, gemini]

/** The provider's state that every exchange needs. */
export interface ExchangeContext {
  /** The newest first. */
  scripts: () => readonly ModelScript[]
  record(request: RecordedRequest): void
  failures: Failures
  models: readonly string[]
  toolless: 'side' | 'turn'
  bodyLimit: number
  /** Aborted when the provider closes. */
  signal: AbortSignal
}

/** Reads a request, records it, and responds. */
export async function exchange(
  incoming: IncomingMessage,
  response: ServerResponse,
  context: ExchangeContext,
): Promise<void> {
  const { method = '', url = '/', headers } = incoming
  const keys = keysOf(headers, url)
  const [pathname = '/'] = url.split('?', 1)
  const sent = await readText(incoming, context.bodyLimit)
  const body = 'text' in sent ? jsonObject(withoutKeys(sent.text, keys)) : undefined
  const about = {
    method,
    path: cleanPath(url, keys),
    headers: cleanHeaders(headers, keys),
    body: body ?? null,
  }
  const wire = wires.find((candidate) => candidate.purpose(pathname) !== undefined)
  const refused = 'status' in sent ? sent : undefined
  if (wire === undefined || method !== 'POST' || body === undefined || refused !== undefined) {
    context.record({ ...about, answeredBy: 'none' })
    return answerOther(response, { wire, method, path: pathname, refused, models: context.models })
  }
  if (wire.purpose(pathname) === 'count') {
    context.record({ ...about, answeredBy: 'none' })
    return sendJson(response, { status: 200, body: wire.count?.(usualUsage.input) })
  }
  const request = wire.read({ path: pathname, body })
  const standing = standingOf(request.turns)
  const refusal = wire.refusal?.(request)
  const { by, outcome } =
    refusal === undefined
      ? chooseAnswer(request, { ...context, scripts: context.scripts(), standing })
      : { by: 'none' as const, outcome: refusal }
  const recorded: RecordedRequest = {
    ...about,
    wire: wire.name,
    model: request.model,
    prompt: standing.prompt,
    tools: request.tools.map(({ name }) => name),
    thinking: thinkingAsked(wire.name, body),
    answeredBy: by,
  }
  context.record(recorded)
  if ('status' in outcome) return sendFault(response, wire, outcome)
  return sendAnswer(response, {
    wire,
    request,
    answer: outcome,
    signal: context.signal,
    onUsage: (usage) => (recorded.usage = usage),
  })
}

/** Responses outside the model: lists, unknown paths and methods, unreadable bodies. */
function answerOther(
  response: ServerResponse,
  asked: {
    wire: Wire | undefined
    method: string
    path: string
    refused: Fault | undefined
    models: readonly string[]
  },
): void {
  const { wire, method, path, refused, models } = asked
  if (method === 'GET' && path.endsWith('/models')) {
    return sendJson(response, { status: 200, body: modelList(path, models) })
  }
  if (wire === undefined) {
    const message = `Not found: ${method} ${path}`
    return sendJson(response, { status: 404, body: { error: { message } } })
  }
  return sendFault(response, wire, refused ?? unread(method))
}

function unread(method: string): Fault {
  return method === 'POST'
    ? { status: 400, message: 'The body is not a JSON object' }
    : { status: 405, message: `Method ${method} is not allowed` }
}

/** The list of models, at any path that ends in `/models`. */
function modelList(path: string, models: readonly string[]): unknown {
  // Gemini's list has another API version in its path.
  if (/\/v1(alpha|beta)\d*\/models$/.test(path)) {
    return {
      models: models.map((id) => ({
        name: `models/${id}`,
        displayName: id,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      })),
    }
  }
  const data = models.map((id) => ({
    id,
    object: 'model',
    type: 'model',
    display_name: id,
    created: 1,
    created_at: '1970-01-01T00:00:01Z',
    owned_by: 'capstan',
  }))
  // Codex reads another format from another field.
  return { object: 'list', data, has_more: false, models: [] }
}

/** The body, or the reason why it is rejected. */
type SentText = { text: string } | Fault

/** Reads the body and decompresses it, as Codex sends it with a ChatGPT login, up to a limit. */
async function readText(request: IncomingMessage, limit: number): Promise<SentText> {
  const body = await readBody(request, limit)
  if ('refused' in body) {
    if (body.refused === 'cut off') throw new Error('The body was cut off')
    return { status: 413, message: `The body is larger than ${limit} bytes` }
  }
  const coding = codingOf(request.headers)
  const bytes = coding === undefined ? body.bytes : await decodedBytes(body.bytes, { coding, max: limit })
  if (bytes === undefined) {
    return { status: 415, message: `The body cannot be decoded with the content encoding ${coding}` }
  }
  return { text: bytes.toString('utf8') }
}

/** A JSON object; undefined for any other value. */
function jsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const data: unknown = JSON.parse(text)
    return typeof data === 'object' && data !== null && !Array.isArray(data)
      ? (data as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
