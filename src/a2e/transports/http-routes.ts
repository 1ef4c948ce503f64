import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { trustConnection } from '../../core/connection-limit.ts'
import { readBody } from '../../core/http/read-body.ts'
import type { A2EHost } from '../host.ts'
import { HttpSession } from './http-session.ts'
import { batchType, largestBatch, mostInBatch } from './post-queue.ts'

/** Limits of the HTTP server. */
export interface HttpLimits {
  /** The largest accepted message, in bytes; 4 MiB if omitted. */
  maxMessageBytes: number
  /** The largest accepted message before the handshake, in bytes; 16 KiB if omitted. */
  maxHandshakeBytes: number
  /** How many unread bytes may be buffered before the session ends; 16 MiB if omitted. */
  maxBufferedBytes: number
  /** The maximum number of sessions; 1024 if omitted. */
  maxSessions: number
  /** The maximum number of sessions without the token; a new one ends the oldest. 256 if omitted. */
  maxNewSessions: number
  /** The maximum number of connections without the token; a new one ends the oldest. 128 if omitted. */
  maxNewConnections: number
  /** How long a session may exist without a handshake, and a connection twice as long; 30 seconds if omitted. */
  handshakeTimeoutMs: number
  /** How long a session may exist without a stream and without a message; 5 minutes if omitted. */
  idleTimeoutMs: number
  /** How long a request may take to arrive; 30 seconds if omitted. */
  bodyTimeoutMs: number
  /** How often a silent stream gets a heartbeat; 15 seconds if omitted. */
  heartbeatMs: number
}

export const defaultHttpLimits: HttpLimits = {
  maxMessageBytes: 4 * 1024 * 1024,
  maxHandshakeBytes: 16 * 1024,
  maxBufferedBytes: 16 * 1024 * 1024,
  maxSessions: 1024,
  maxNewSessions: 256,
  maxNewConnections: 128,
  handshakeTimeoutMs: 30_000,
  idleTimeoutMs: 300_000,
  bodyTimeoutMs: 30_000,
  heartbeatMs: 15_000,
}

/** A request that passed the checks of origin and token. */
export interface AdmittedRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The path relative to the base of the host, without the query. */
  readonly path: string
  /** The request has the token. */
  readonly proven: boolean
}

const paths = new Set(['/send', '/stream', '/session', '/health'])

/** The HTTP routes and sessions of a host, independent of the server. */
export class HttpRoutes {
  readonly #host: A2EHost
  readonly #settings: HttpLimits
  readonly #sessions = new Map<string, HttpSession>()
  readonly #sweeper: NodeJS.Timeout
  #lastBeat: number

  constructor(host: A2EHost, settings: HttpLimits = defaultHttpLimits) {
    this.#host = host
    this.#settings = settings
    const { handshakeTimeoutMs, idleTimeoutMs, heartbeatMs } = settings
    this.#lastBeat = host.clock.now()
    const often = Math.min(handshakeTimeoutMs, idleTimeoutMs, heartbeatMs) / 4
    this.#sweeper = setInterval(() => this.#sweep(), Math.max(10, Math.min(often, 1000))).unref()
  }

  /** Answers a request. Never throws. */
  async handle(admitted: AdmittedRequest): Promise<void> {
    try {
      await this.#answer(admitted)
    } catch (error) {
      this.#host.log(`An HTTP request failed: ${String(error)}`)
      answer(admitted.response, 500, { error: 'internal error' })
    }
  }

  /** Ends the sessions; the host stays open. */
  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    await Promise.all(Array.from(this.#sessions.values(), ({ session }) => session.end()))
  }

  async #answer({ request, response, path, proven }: AdmittedRequest): Promise<void> {
    switch (`${request.method} ${path}`) {
      case 'POST /send':
        return await this.#send(request, response)
      case 'GET /stream':
        return this.#stream(request, response)
      case 'POST /session':
        return this.#begin(response, proven)
      case 'DELETE /session':
        return await this.#delete(request, response)
      case 'GET /health':
        return answer(response, 200, { status: 'ok' })
      default:
        return answer(response, paths.has(path) ? 405 : 404, { error: 'no such route' })
    }
  }

  #begin(response: ServerResponse, proven: boolean): void {
    const { maxSessions, maxNewSessions, maxBufferedBytes } = this.#settings
    const unknown = Array.from(this.#sessions.values()).filter(({ trusted }) => !trusted)
    // Ends the oldest instead of refusing the newest: clients without the token cannot lock others out.
    if (this.#sessions.size >= maxSessions || (!proven && unknown.length >= maxNewSessions)) {
      const [oldest] = unknown
      if (oldest === undefined) {
        answer(response, 503, { error: 'too many sessions' }, { 'retry-after': '1' })
        return
      }
      void oldest.session.end()
    }
    const session = new HttpSession({
      host: this.#host,
      proven,
      maxBufferedBytes,
      onEnd: ({ id }) => this.#sessions.delete(id),
    })
    this.#sessions.set(session.id, session)
    const batch = this.#settings.maxMessageBytes >= largestBatch
    answer(response, 200, { session_id: session.id, batch })
  }

  async #delete(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const found = this.#find(request, response)
    if (found === undefined) return
    await found.session.end()
    answer(response, 200, { ok: true })
  }

  async #send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const found = this.#find(request, response)
    if (found === undefined) return
    if (!found.trusted && !this.#admitEarly(found, request, response)) return
    const { maxMessageBytes, maxHandshakeBytes } = this.#settings
    const early = Math.min(maxMessageBytes, maxHandshakeBytes)
    const body = await readBody(request, found.trusted ? maxMessageBytes : early)
    found.doneReading()
    if ('refused' in body) {
      if (body.refused === 'too large')
        answer(response, 413, { error: 'the message is too large' }, { connection: 'close' })
      return
    }
    if (!isUtf8(body.bytes)) return answer(response, 400, { error: 'the message is not UTF-8' })
    found.lastUsed = this.#host.clock.now()
    const text = body.bytes.toString('utf8')
    const isBatch = found.trusted && request.headers['content-type'] === batchType
    const lines = isBatch ? text.split('\n') : [text]
    if (lines.length > mostInBatch) return answer(response, 400, { error: 'too many messages in one post' })
    // Only acknowledges receipt; the result follows on the stream.
    answer(response, 200, { ok: true })
    for (const line of lines) receive(found, line)
  }

  /** Limits what a client without the token can send. */
  #admitEarly(found: HttpSession, request: IncomingMessage, response: ServerResponse): boolean {
    const outcome = found.admitEarly(request)
    if (outcome === 'admitted') return true
    const headers = { connection: 'close', 'retry-after': '1' }
    if (outcome === 'busy') {
      answer(response, 503, { error: 'another message is arriving' }, headers)
    } else {
      answer(response, 429, { error: 'too many messages before the handshake' }, headers)
      void found.session.end()
    }
    return false
  }

  #stream(request: IncomingMessage, response: ServerResponse): void {
    const found = this.#find(request, response)
    if (found === undefined) return
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    })
    response.flushHeaders()
    const lastId = request.headers['last-event-id']
    found.outbox.attach(response, Array.isArray(lastId) ? lastId[0] : lastId)
    response.on('close', () => (found.lastUsed = this.#host.clock.now()))
  }

  #find(request: IncomingMessage, response: ServerResponse): HttpSession | undefined {
    const id = request.headers['x-session-id']
    if (typeof id !== 'string' || id === '') {
      answer(response, 400, { error: 'X-Session-Id is missing' })
      return undefined
    }
    const session = this.#sessions.get(id)
    if (session === undefined) answer(response, 404, { error: 'unknown session' })
    else trustConnection(request.socket, () => session.trusted)
    return session
  }

  #sweep(): void {
    const { handshakeTimeoutMs, idleTimeoutMs, heartbeatMs } = this.#settings
    const now = this.#host.clock.now()
    const isBeatDue = now - this.#lastBeat >= heartbeatMs
    if (isBeatDue) this.#lastBeat = now
    for (const one of this.#sessions.values()) {
      const { session, outbox } = one
      if (session.open) one.lastOpen = now
      const isLate = now - one.lastOpen > handshakeTimeoutMs
      const isIdle = !outbox.attached && now - one.lastUsed > idleTimeoutMs
      if (isLate || isIdle) void session.end()
      else if (isBeatDue) outbox.beat()
    }
  }
}

function receive({ session }: HttpSession, line: string): void {
  let message: unknown
  try {
    message = JSON.parse(line)
  } catch (error) {
    session.refuse(`The message is not JSON: ${error instanceof Error ? error.message : String(error)}`)
    return
  }
  session.receive(message)
}

/** Answers with JSON, unless the response has already started. */
export function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  if (response.headersSent || response.destroyed) return
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': text.length,
    ...headers,
  })
  response.end(text)
}
