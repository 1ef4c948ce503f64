import { Agent, type IncomingMessage, request } from 'node:http'
import { Agent as SecureAgent, request as requestSecurely } from 'node:https'
import { once } from 'node:events'
import { type Clock, systemClock } from '../../core/clock.ts'
import { ignore } from '../../core/ignore.ts'
import { isRecord } from '../../core/is-record.ts'
import { ValidationError } from '../../core/validation-error.ts'
import { A2EError } from '../a2e-error.ts'
import type { ClientLink, LinkEvents } from '../client-link.ts'
import { textOf } from '../messages/wire.ts'
import { EventStreamDecoder } from './event-stream.ts'
import { batchType, PostQueue } from './post-queue.ts'

/** A host that listens on HTTP. */
export interface HttpTarget {
  /** The URL of the host, such as `http://127.0.0.1:8765`; with `https` its certificate must be valid. */
  url: string
  /** How many times to post a message that may not have arrived; 3 if omitted. */
  attempts?: number
  /** How long to try to reopen a broken stream; one minute if omitted. */
  reconnectMs?: number
  /** Certificates in PEM form to trust instead of Node's own, for a host with a certificate authority of its own. */
  ca?: string
  /** Sent with every request, for example for a gateway in front of the host. */
  headers?: Readonly<Record<string, string>>
}

interface Sent {
  body?: string
  headers?: Record<string, string>
}

interface Answer {
  status: number
  body: string
}

const singleType = 'text/plain'
const firstPauseMs = 50
const longestPauseMs = 5000

/** A link over HTTP: posts messages, and reads an event stream that it reopens when the connection breaks. */
export class HttpLink implements ClientLink {
  readonly #target: Required<Omit<HttpTarget, 'ca'>>
  readonly #clock: Clock
  readonly #token: string
  readonly #isSecure: boolean
  readonly #address: { hostname: string; port: number }
  /** The prefix of every path. */
  readonly #base: string
  /** One connection for all posts, so that they arrive in order. */
  readonly #posts: Agent
  readonly #streams: Agent
  readonly #stop = new AbortController()
  #events: LinkEvents | undefined
  #sessionId = ''
  #lastId = ''
  /** For a host that takes several messages in one post. */
  #queue: PostQueue | undefined

  constructor(
    target: HttpTarget,
    { clock = systemClock, token = '' }: { clock?: Clock; token?: string } = {},
  ) {
    this.#target = { attempts: 3, reconnectMs: 60_000, headers: {}, ...target }
    const { protocol, hostname, port, pathname } = requireAddress(target.url)
    this.#isSecure = protocol === 'https:'
    const defaultPort = this.#isSecure ? 443 : 80
    // IPv6 addresses have brackets in URLs only.
    this.#address = {
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? defaultPort : Number(port),
    }
    this.#base = pathname.replace(/\/$/, '')
    this.#clock = clock
    this.#token = token
    const posts = { keepAlive: true, maxSockets: 1 }
    const trust = target.ca === undefined ? {} : { ca: target.ca }
    this.#posts = this.#isSecure ? new SecureAgent({ ...posts, ...trust }) : new Agent(posts)
    this.#streams = this.#isSecure ? new SecureAgent(trust) : new Agent()
  }

  async open(events: LinkEvents): Promise<void> {
    this.#events = events
    this.#lastId = ''
    const { status, body } = await this.#persist(() => this.#call('POST', '/session'))
    if (status === 401) throw refused()
    const session = parse(body)
    this.#sessionId = textOf(session, 'session_id')
    const takesBatches = isRecord(session) && session['batch'] === true
    this.#queue = takesBatches ? new PostQueue((lines) => this.#post(lines)) : undefined
    if (status !== 200 || this.#sessionId === '') throw unexpected('POST /session', { status, body })
    void this.#follow(await this.#openStream())
  }

  async send(line: string): Promise<void> {
    await (this.#queue?.send(line) ?? this.#post([line]))
  }

  async #post(lines: readonly string[]): Promise<void> {
    const session = this.#sessionId
    const type = lines.length > 1 ? batchType : singleType
    const post = { body: lines.join('\n'), headers: { 'content-type': type } }
    const { status, body } = await this.#persist(() => this.#call('POST', '/send', post))
    if (status === 404 && session === this.#sessionId) this.#lose()
    if (status !== 200) throw unexpected('POST /send', { status, body })
  }

  async close(): Promise<void> {
    if (this.#stop.signal.aborted) return
    if (this.#sessionId !== '') await this.#call('DELETE', '/session').catch(ignore)
    this.#stop.abort()
    this.#posts.destroy()
    this.#streams.destroy()
  }

  /** Reads the stream and reopens it when it breaks, until the session is lost. */
  async #follow(first: IncomingMessage): Promise<void> {
    const session = this.#sessionId
    let stream: IncomingMessage | undefined = first
    while (stream !== undefined) {
      await this.#read(stream)
      if (this.#stop.signal.aborted || session !== this.#sessionId) return
      stream = await this.#reopen()
    }
  }

  async #read(stream: IncomingMessage): Promise<void> {
    const decoder = new EventStreamDecoder((data) => {
      const message = parse(data)
      if (!isRecord(message)) return
      this.#lastId = textOf(message, 'id')
      this.#events?.onMessage(message)
    })
    stream.on('data', (chunk: Buffer) => {
      try {
        decoder.push(chunk)
      } catch (error) {
        stream.destroy(error instanceof Error ? error : undefined)
      }
    })
    stream.on('error', ignore)
    await once(stream, 'close').catch(ignore)
  }

  /** Reopens the stream of the same session; undefined when that fails. */
  async #reopen(): Promise<IncomingMessage | undefined> {
    const until = this.#clock.now() + this.#target.reconnectMs
    for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
      try {
        return await this.#openStream()
      } catch (error) {
        if (this.#stop.signal.aborted) return undefined
        const isGone = error instanceof A2EError && error.detail['status'] === 404
        if (isGone || this.#clock.now() + pause > until) {
          this.#lose(isGone ? undefined : error)
          return undefined
        }
      }
      await this.#clock.sleep(pause, this.#stop.signal).catch(ignore)
    }
  }

  /** Reports that the host no longer knows the session, or cannot be reached. */
  #lose(cause?: unknown): void {
    if (this.#sessionId === '' || this.#stop.signal.aborted) return
    this.#sessionId = ''
    this.#queue?.close(lostError(cause))
    this.#events?.onLost(lostError(cause), { again: cause === undefined })
  }

  async #openStream(): Promise<IncomingMessage> {
    const headers = {
      accept: 'text/event-stream',
      ...(this.#lastId === '' ? {} : { 'last-event-id': this.#lastId }),
    }
    const response = await this.#start('GET', '/stream', { headers })
    if (response.statusCode === 200) return response
    throw unexpected('GET /stream', { status: response.statusCode ?? 0, body: await textFrom(response) })
  }

  /** Retries after a network failure or a 5xx status; the host drops repeated messages by their id. */
  async #persist(call: () => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1, pause = firstPauseMs; ; attempt += 1, pause *= 2) {
      const isLast = attempt >= this.#target.attempts || this.#stop.signal.aborted
      try {
        const answer = await call()
        if (answer.status < 500 || isLast) return answer
      } catch (error) {
        if (isLast) throw unreachable(this.#target.url, error)
      }
      await this.#clock.sleep(pause, this.#stop.signal).catch(ignore)
    }
  }

  async #call(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const response = await this.#start(method, path, sent)
    return { status: response.statusCode ?? 0, body: await textFrom(response) }
  }

  #start(method: string, path: string, { body = '', headers = {} }: Sent): Promise<IncomingMessage> {
    if (this.#stop.signal.aborted)
      return Promise.reject(new A2EError('session_lost', 'The client was closed'))
    return new Promise((resolve, reject) => {
      const outgoing = (this.#isSecure ? requestSecurely : request)({
        ...this.#address,
        method,
        path: this.#base + path,
        agent: path === '/stream' ? this.#streams : this.#posts,
        headers: {
          // A host limits sessions that do not show its token at once.
          ...(this.#token === '' || path !== '/session' ? {} : { authorization: `Bearer ${this.#token}` }),
          ...this.#target.headers,
          'content-type': singleType,
          ...headers,
          ...(this.#sessionId === '' ? {} : { 'x-session-id': this.#sessionId }),
          'content-length': Buffer.byteLength(body),
        },
      })
      outgoing.on('response', resolve).on('error', reject).end(body)
    })
  }
}

function textFrom(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    response
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      .on('error', reject)
  })
}

function requireAddress(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol === 'http:' || parsed?.protocol === 'https:') return parsed
  throw new ValidationError(
    `${url} is not the URL of an A2E host`,
    [{ path: ['url'], message: 'must be an http or https URL' }],
    {
      hint: 'Use a URL such as http://127.0.0.1:8765.',
    },
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function lostError(cause: unknown): A2EError {
  const message = cause === undefined ? 'The host no longer knows the session' : 'Cannot reach the host'
  return new A2EError('session_lost', message, { retryable: true, cause })
}

function refused(): A2EError {
  return new A2EError('auth_failed', 'The host refused the handshake: auth_failed', {
    detail: { reason: 'auth_failed' },
  })
}

function unexpected(what: string, { status, body }: Answer): A2EError {
  return new A2EError('transport_error', `The host answered ${what} with ${status}: ${body.slice(0, 200)}`, {
    detail: { status },
    retryable: status >= 500,
  })
}

function unreachable(url: string, cause: unknown): A2EError {
  const message = cause instanceof Error ? cause.message : String(cause)
  return new A2EError('transport_error', `Cannot reach the host at ${url}: ${message}`, {
    retryable: true,
    cause,
    hint: 'Start the host with `capstan a2e serve --http`, or correct the URL.',
  })
}
