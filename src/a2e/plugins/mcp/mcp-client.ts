import { isRecord } from '../../../core/is-record.ts'
import { version } from '../../../core/version.ts'
import { mcpError } from './mcp-error.ts'
import { textOf } from './mcp-fields.ts'
import type { McpMessage, McpTransport, OpenMcpTransport } from './mcp-transport.ts'

export interface McpClientOptions {
  open: OpenMcpTransport
  /** The timeout of a request, in milliseconds. */
  timeout: number
  /** The root folder for the server, as a URI; none if omitted. */
  root?: string
  /** Receives the method of each notification. */
  onNotification?: (method: string) => void
}

/** The server's answer to `initialize`. */
export interface McpServerIdentity {
  protocolVersion: string
  name: string
  version: string
  capabilities: Readonly<Record<string, unknown>>
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

const offeredVersion = '2025-06-18'
const methodNotFound = -32601

/** A connection to an MCP server. */
export class McpClient {
  readonly #options: McpClientOptions
  readonly #waiting = new Map<string | number, Waiting>()
  readonly #ended = new AbortController()
  #transport: McpTransport | undefined
  #lastId = 0

  constructor(options: McpClientOptions) {
    this.#options = options
  }

  /** Aborted when the connection ends, with the reason. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  /** Opens the transport and performs the handshake. */
  async connect(signal: AbortSignal): Promise<McpServerIdentity> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(this.#options.timeout)])
    this.#transport = await this.#options.open({
      onMessage: (message) => this.#receive(message),
      onClose: (error) => this.#end(error),
    })
    const result = await this.request(
      'initialize',
      {
        protocolVersion: offeredVersion,
        capabilities: this.#options.root === undefined ? {} : { roots: {} },
        clientInfo: { name: 'capstan', version },
      },
      limit,
    )
    const { protocolVersion, serverInfo, capabilities } = isRecord(result) ? result : {}
    if (typeof protocolVersion !== 'string')
      throw mcpError('mcp_protocol_error', 'The server sent no protocol version')
    this.#transport.setProtocolVersion?.(protocolVersion)
    await this.#transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' }, limit)
    const server = isRecord(serverInfo) ? serverInfo : {}
    return {
      protocolVersion,
      name: textOf(server['name']),
      version: textOf(server['version']),
      capabilities: isRecord(capabilities) ? capabilities : {},
    }
  }

  /**
   * Sends a request and waits for the response.
   * @throws A2EError `mcp_protocol_error` for an error of the server, `mcp_transport_error` when the server cannot be
   * reached, `timeout` when the server does not answer in time.
   */
  async request(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    const { timeout } = this.#options
    if (this.#ended.signal.aborted || signal.aborted) throw this.#abortError(method, signal)
    const id = ++this.#lastId
    const limit = AbortSignal.any([signal, this.#ended.signal, AbortSignal.timeout(timeout)])
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        limit.addEventListener('abort', () => reject(this.#abortError(method, signal)), { once: true })
        const sending = this.#transport?.send({ jsonrpc: '2.0', id, method, params }, limit)
        sending?.catch((error: unknown) =>
          reject(limit.aborted ? this.#abortError(method, signal) : unreachable(error)),
        )
      })
    } finally {
      this.#waiting.delete(id)
      if (limit.aborted && !this.#ended.signal.aborted) this.#cancel(id)
    }
  }

  async close(): Promise<void> {
    this.#end(new Error('The connection was closed'))
    await this.#transport?.close()
  }

  #abortError(method: string, signal: AbortSignal): Error {
    if (this.#ended.signal.aborted) return this.#ended.signal.reason as Error
    if (signal.aborted) return mcpError('timeout', `${method} was canceled`)
    return mcpError('timeout', `The server did not answer ${method} in time`)
  }

  #end(cause: Error): void {
    if (this.#ended.signal.aborted) return
    this.#ended.abort(mcpError('mcp_server_unavailable', `The server disconnected: ${cause.message}`))
  }

  /** Notifies the server that the client no longer waits for a response. */
  #cancel(requestId: number): void {
    const message: McpMessage = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }
    this.#transport?.send(message, this.#ended.signal).catch(() => {})
  }

  #receive(message: McpMessage): void {
    const { id, method } = message
    if (method !== undefined && id !== undefined && id !== null) this.#answer(id, method)
    else if (method !== undefined) this.#options.onNotification?.(method)
    else if (id !== undefined && id !== null) this.#settle(id, message)
  }

  #settle(id: string | number, { result, error }: McpMessage): void {
    const waiting = this.#waiting.get(id)
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(mcpError('mcp_protocol_error', error.message, { mcp_code: error.code }))
  }

  /** Answers requests of the server: `ping` and `roots/list`. Sampling is not supported. */
  #answer(id: string | number, method: string): void {
    const { root } = this.#options
    const answer: Pick<McpMessage, 'result' | 'error'> =
      method === 'ping'
        ? { result: {} }
        : method === 'roots/list' && root !== undefined
          ? { result: { roots: [{ uri: root, name: 'root' }] } }
          : { error: { code: methodNotFound, message: `${method} is not supported` } }
    this.#transport?.send({ jsonrpc: '2.0', id, ...answer }, this.#ended.signal).catch(() => {})
  }
}

function unreachable(error: unknown): Error {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
  return mcpError('mcp_transport_error', `Cannot reach the server: ${reason}`)
}
