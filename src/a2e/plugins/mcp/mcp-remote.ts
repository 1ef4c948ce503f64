import { mcpError } from './mcp-error.ts'
import { isUnknownSession } from './mcp-faults.ts'
import { McpInbox } from './mcp-inbox.ts'
import { hintOf, limitMessages, tooLargeText } from './mcp-message-limit.ts'
import {
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client'

export interface McpRemoteOptions {
  url: string
  headers: Readonly<Record<string, string>>
  /** Server-sent events are the transport of MCP before 2025-03-26. */
  kind: 'http' | 'sse'
  /** The largest message of the server. */
  maxMessageBytes: number
  /** Called when the server cannot be reached any more, or no longer knows the session. */
  onLost: (reason: Error) => void
}

const endingTimeout = 2000
const longestChallenge = 500
/** The errors of a certificate that no known authority signed. */
const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * Exchanges messages with an MCP server that has a URL, by a transport of the official client. Adds what that leaves out: it
 * reports the loss of the server or of the session, and fails a request whose response ends without an answer.
 */
export class McpRemote implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  readonly #options: McpRemoteOptions
  readonly #inner: StreamableHTTPClientTransport | SSEClientTransport
  readonly #inbox = new McpInbox((message) => this.onmessage?.(message))
  /** The requests whose response is no event stream, so that no answer can follow it. */
  readonly #complete = new Set<unknown>()
  #isStarted = false
  #hasStream = false
  #isLost = false
  #closing: Promise<void> | undefined

  constructor(options: McpRemoteOptions) {
    this.#options = options
    const { url, headers, kind } = options
    const settings = {
      requestInit: { headers: { ...headers } },
      fetch: (to: string | URL, init?: RequestInit) => this.#fetch(to, init),
    }
    const inner =
      kind === 'sse'
        ? new SSEClientTransport(new URL(url), settings)
        : new StreamableHTTPClientTransport(new URL(url), settings)
    const handlers: Pick<Transport, 'onclose' | 'onerror' | 'onmessage'> = {
      onclose: () => this.onclose?.(),
      onerror: (error) => this.#fault(error),
      onmessage: (message) => this.#inbox.receive(message),
    }
    Object.assign(inner, handlers)
    this.#inner = inner
  }

  get sessionId(): string | undefined {
    return this.#inner instanceof StreamableHTTPClientTransport ? this.#inner.sessionId : undefined
  }

  /** The client cancels a request over streamable HTTP by closing its stream, from protocol version 2026-07-28 on. */
  get hasPerRequestStream(): boolean {
    return this.#options.kind === 'http'
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version)
  }

  async start(): Promise<void> {
    await this.#inner.start()
    this.#isStarted = true
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const id = this.#inbox.sent(message)
    const noAnswer = (): void => {
      if (id !== undefined) this.#inbox.fail(id, 'The server ended its response without an answer')
    }
    const onRequestStreamEnd = (): void => {
      options.onRequestStreamEnd?.()
      noAnswer()
    }
    options.requestSignal?.addEventListener('abort', () => this.#inbox.forget(id), { once: true })
    try {
      await (this.#inner as Transport).send(message, { ...options, onRequestStreamEnd })
    } catch (error) {
      this.#inbox.forget(id)
      throw error
    }
    if (this.#complete.delete(id)) noAnswer()
  }

  /** Ends the session at the server, which may refuse or be gone, and the connection. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    if (!this.#isLost && this.#inner instanceof StreamableHTTPClientTransport) {
      this.#isLost = true
      const late = new Promise((resolve) => setTimeout(resolve, endingTimeout).unref())
      await Promise.race([this.#inner.terminateSession().catch(() => {}), late])
    }
    await this.#inner.close()
  }

  async #fetch(to: string | URL, init: RequestInit = {}): Promise<Response> {
    const { method = 'GET', headers, signal, body } = init
    const id = method === 'POST' && typeof body === 'string' ? idOf(body) : undefined
    const response = await fetch(to, init).catch((error: unknown) => {
      if (signal?.aborted !== true) this.#lose(reasonOf(error))
      throw error
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    const isKnown = new Headers(headers).has('mcp-session-id')
    // A server without a stream of its own may answer a GET with any status.
    if (isKnown && isUnknownSession(response.status) && (method === 'POST' || this.#hasStream))
      this.#lose(new Error(`The server no longer knows the session: it answered ${response.status}`))
    if (method === 'GET') this.#hasStream ||= response.ok && isStream
    const isAll = method === 'POST' && response.ok && !isStream && this.#options.kind === 'http'
    if (isAll) this.#complete.add(id)
    if (response.status === 401) throw unauthorized(response)
    const { maxMessageBytes: maxBytes } = this.#options
    return limitMessages(response, { maxBytes, failure: () => this.#tooLarge(id) })
  }

  /** Fails the request too: the client would wait for another response to it. */
  #tooLarge(id: RequestId | undefined): Error {
    const text = tooLargeText(this.#options.maxMessageBytes)
    if (id === undefined) this.#inbox.failOnly(text)
    else this.#inbox.fail(id, text)
    return mcpError('mcp_protocol_error', text, hintOf(text))
  }

  #fault(error: Error): void {
    this.onerror?.(error)
    // Without its stream, a session over server-sent events gets no more answers.
    if (this.#options.kind === 'sse' && this.#isStarted && error instanceof SseError)
      this.#lose(new Error('The server closed the event stream'))
    if (error.name === 'ZodError' || error.name === 'SyntaxError')
      this.#inbox.failOnly('The server sent a message that is not JSON-RPC')
  }

  #lose(reason: Error): void {
    if (this.#isLost || !this.#isStarted) return
    this.#isLost = true
    this.#options.onLost(reason)
  }
}

function idOf(body: string): RequestId | undefined {
  return (JSON.parse(body) as { id?: RequestId }).id
}

function reasonOf(error: unknown): Error {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const why = cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
  const isUntrusted = untrusted.has((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
  const hint = 'Set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority that the server uses.'
  return mcpError('mcp_server_unavailable', `Cannot reach the server: ${why}`, isUntrusted ? { hint } : {})
}

/** Capstan does not sign in by itself: a sign-in needs a browser and a place to store the token. */
function unauthorized({ status, headers }: Response): Error {
  const challenge = headers.get('www-authenticate')?.slice(0, longestChallenge)
  return mcpError('mcp_unauthorized', `The server requires authorization: it answered ${status}`, {
    detail: challenge === undefined ? {} : { www_authenticate: challenge },
    hint: 'Add an Authorization header with a valid token to `headers` of the MCP server, such as "Bearer ${TOKEN}".',
  })
}
