import type { IncomingMessage, ServerResponse } from 'node:http'
import { apiError } from './error-answers.ts'
import { Exchange } from './exchange.ts'
import { isRefusedAddress } from './hosts/guarded-lookup.ts'
import { shownTarget } from './hosts/target.ts'
import type { UnlockedRequest } from './keys.ts'
import { type ModelRequestLine, modelRequestOf } from './meter/api-of.ts'
import type { BlockReason, ProxyContext, Route } from './proxy-context.ts'
import { refusalText, sendJson, sendText } from './refusal.ts'
import { readableAnswer, requestHeaders } from './request-headers.ts'
import { RunningCall } from './running-call.ts'

export interface RoutedRequest {
  readonly incoming: IncomingMessage
  readonly response: ServerResponse
  readonly route: Route
  /** The path with its query. */
  readonly path: string
}

/** Why a client may not reach a target. */
export function refusalOf({ target, isTrusted }: Route, { rules }: ProxyContext): BlockReason | undefined {
  if (isTrusted) return undefined
  if (!rules().includes(target)) return 'host'
  return isRefusedAddress(target, rules()) ? 'local-address' : undefined
}

/** Passes a request on, or refuses it. */
export function handleRequest(routed: RoutedRequest, context: ProxyContext): void {
  const { incoming, response, route, path } = routed
  const reason = refusalOf(route, context)
  if (reason !== undefined) return block(routed, reason, context)
  if (incoming.method === 'TRACE') {
    return sendText(response, 405, 'Capstan does not pass TRACE on, because its answer repeats keys.\n')
  }
  // A WebSocket would carry model calls past the meter. Codex tries one first and uses HTTP after this status.
  if (incoming.headers.upgrade?.toLowerCase().includes('websocket') === true) {
    return sendText(response, 426, 'Capstan does not pass WebSockets on to model providers: use HTTP.\n')
  }
  const line = modelRequestOf(incoming.method, path, incoming.headers)
  const headers = requestHeaders(incoming.rawHeaders, {
    host: shownTarget(route.target),
    connection: incoming.headers.connection,
    isModelCall: line !== undefined,
  })
  const unlocked = context.keys.unlock({ headers, path }, route.target)
  if (unlocked === 'refused') return block(routed, 'key', context)
  if (!(unlocked instanceof Promise)) return begin(routed, { unlocked, line, context })
  unlocked
    .then((known) => begin(routed, { unlocked: known, line, context }))
    // The reason may hold the key.
    .catch(() => sendText(response, 502, 'Capstan could not read the API key for this request.\n'))
}

function begin(
  routed: RoutedRequest,
  {
    unlocked,
    line,
    context,
  }: { unlocked: UnlockedRequest; line: ModelRequestLine | undefined; context: ProxyContext },
): void {
  const { incoming, response, route } = routed
  if (response.destroyed) return
  // The permission may have ended while a key was read.
  const reason = refusalOf(route, context)
  if (reason !== undefined) return block(routed, reason, context)
  const call =
    line === undefined
      ? undefined
      : new RunningCall({
          api: line.api,
          host: shownTarget(route.target),
          requestedModel: line.model,
          keys: unlocked.keys,
          onCall: context.onCall,
        })
  const message = context.haltMessage()
  if (call !== undefined && message !== undefined) {
    call.refuse()
    return sendJson(response, 400, apiError(call.api, { status: 400, message }))
  }
  const readable =
    unlocked.keys.length === 0 ? unlocked : { ...unlocked, headers: readableAnswer(unlocked.headers) }
  new Exchange({ incoming, response, route, unlocked: readable, call, context }).start()
}

function block({ response, route, path }: RoutedRequest, reason: BlockReason, context: ProxyContext): void {
  const { host, port } = route.target
  const [plain = '/'] = path.split('?', 1)
  context.onBlocked({ host, port, path: plain, reason })
  sendText(response, 403, refusalText(route.target, reason))
}
