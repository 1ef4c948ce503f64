import { isRecord } from '../is-record.ts'
import { initializedVersions, statelessVersions } from './mcp-versions.ts'
import { version } from '../version.ts'

/** A tool as an agent sees it. */
export interface McpTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: unknown
  readonly outputSchema?: unknown
  readonly annotations?: object
}

/** The result of a tool call: text for the model. */
export interface McpResult {
  readonly text: string
  readonly isError?: boolean
  readonly structuredContent?: unknown
}

export interface McpEndpointOptions {
  /** Display name of the server. */
  readonly title: string
  readonly instructions?: string
  readonly tools: () => readonly McpTool[] | Promise<readonly McpTool[]>
  /** A thrown error fails the request; return a result with `isError` for an error that the model should read. */
  readonly call: (name: string, input: Record<string, unknown>, signal: AbortSignal) => Promise<McpResult>
  readonly write: (message: object) => void
}

/** The fields of `_meta` from protocol version 2026-07-28 on. */
const meta = {
  version: 'io.modelcontextprotocol/protocolVersion',
  server: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
}
const unsupportedVersion = -32022

type Id = string | number

interface RpcError {
  readonly code: number
  readonly message: string
  readonly data?: object
}

interface Call {
  readonly method: string
  readonly params: Record<string, unknown>
  readonly signal: AbortSignal
}

/** The server side of MCP for tools: every request gets one response, unless it was cancelled. */
export class McpEndpoint {
  readonly #options: McpEndpointOptions
  readonly #calls = new Map<Id, AbortController>()
  /** The open requests that wait for changes of the tools. */
  readonly #subscriptions = new Set<Id>()
  #isInitialized = false

  constructor(options: McpEndpointOptions) {
    this.#options = options
  }

  /** Handles a message of the agent; `undefined` stands for a line that is not JSON. */
  async take(message: unknown): Promise<void> {
    if (message === undefined) return this.#fail(null, { code: -32700, message: 'The line is not JSON' })
    if (!isRecord(message) || typeof message['method'] !== 'string') {
      // A response, although no request was sent.
      if (isRecord(message) && 'id' in message && ('result' in message || 'error' in message)) return
      return this.#fail(null, { code: -32600, message: 'The message is not a request' })
    }
    const { id, method } = message
    const params = isRecord(message['params']) ? message['params'] : {}
    if (id === undefined) return this.#notified(method, params)
    if (typeof id !== 'string' && typeof id !== 'number') {
      return this.#fail(null, { code: -32600, message: 'The id of a request must be a string or a number' })
    }
    const stop = new AbortController()
    this.#calls.set(id, stop)
    try {
      const result = await this.#result(id, { method, params, signal: stop.signal })
      if (!stop.signal.aborted) this.#options.write({ jsonrpc: '2.0', id, result })
    } catch (error) {
      if (!stop.signal.aborted) this.#fail(id, rpcError(error))
    } finally {
      this.#calls.delete(id)
    }
  }

  /** Aborts all pending requests. */
  stop(): void {
    for (const call of this.#calls.values()) call.abort()
  }

  /** Notifies the agent that the list of tools changed. */
  toolsChanged(): void {
    const method = 'notifications/tools/list_changed'
    if (this.#isInitialized) this.#options.write({ jsonrpc: '2.0', method })
    for (const id of this.#subscriptions)
      this.#options.write({ jsonrpc: '2.0', method, params: { _meta: { [meta.subscription]: id } } })
  }

  #notified(method: string, { requestId }: Record<string, unknown>): void {
    if (method === 'notifications/cancelled') this.#calls.get(requestId as Id)?.abort()
  }

  /** The result in the form of the version that the request names; earlier versions name none. */
  async #result(id: Id, call: Call): Promise<object> {
    const given = isRecord(call.params['_meta']) ? call.params['_meta'][meta.version] : undefined
    if (given === undefined) return this.#answer(call)
    if (!statelessVersions.some((known) => known === given)) {
      throw new McpRequestError(unsupportedVersion, `Unsupported protocol version ${JSON.stringify(given)}`, {
        supported: statelessVersions,
        requested: given,
      })
    }
    const result = await this.#answerStateless(id, call)
    return { ...result, resultType: 'complete', _meta: { [meta.server]: this.#identity } }
  }

  get #identity(): object {
    return { name: 'capstan', title: this.#options.title, version }
  }

  get #offer(): object {
    const { instructions } = this.#options
    return {
      capabilities: { tools: { listChanged: true } },
      ...(instructions === undefined ? {} : { instructions }),
    }
  }

  async #answerStateless(id: Id, call: Call): Promise<object> {
    // Neither may be cached: other tools are there at any time.
    const cache = { ttlMs: 0, cacheScope: 'private' }
    switch (call.method) {
      case 'server/discover':
        return { supportedVersions: statelessVersions, ...this.#offer, ...cache }
      case 'tools/list':
        return { ...(await this.#answer(call)), ...cache }
      case 'subscriptions/listen':
        return this.#listen(id, call)
      case 'tools/call':
        return this.#answer(call)
      default:
        throw unknownMethod(call.method)
    }
  }

  /** Ends when the agent cancels it, or with the endpoint. */
  async #listen(id: Id, { params, signal }: Call): Promise<object> {
    const { notifications } = params
    const isTools = isRecord(notifications) && notifications['toolsListChanged'] === true
    const ended = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    if (isTools) this.#subscriptions.add(id)
    this.#options.write({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: {
        notifications: isTools ? { toolsListChanged: true } : {},
        _meta: { [meta.subscription]: id },
      },
    })
    await ended
    this.#subscriptions.delete(id)
    return {}
  }

  async #answer({ method, params, signal }: Call): Promise<object> {
    switch (method) {
      case 'initialize': {
        const asked = params['protocolVersion']
        const protocolVersion = initializedVersions.find((known) => known === asked) ?? initializedVersions[0]
        this.#isInitialized = true
        return { protocolVersion, serverInfo: this.#identity, ...this.#offer }
      }
      case 'ping':
        return {}
      case 'tools/list':
        return { tools: await this.#options.tools() }
      case 'tools/call':
        return this.#call(params, signal)
      default:
        throw unknownMethod(method)
    }
  }

  async #call(params: Record<string, unknown>, signal: AbortSignal): Promise<object> {
    const { name, arguments: input = {} } = params
    if (!isRecord(input)) throw new McpRequestError(-32602, 'The arguments of a tool must be an object')
    const { text, isError, ...structured } = await this.#options.call(String(name), input, signal)
    return { content: [{ type: 'text', text }], ...structured, ...(isError ? { isError } : {}) }
  }

  #fail(id: Id | null, error: RpcError): void {
    this.#options.write({ jsonrpc: '2.0', id, error })
  }
}

/** An error of the request itself. */
export class McpRequestError extends Error {
  readonly code: number
  readonly data: object | undefined

  constructor(code: number, message: string, data?: object) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** The error for an unknown tool. */
export function unknownTool(name: string): McpRequestError {
  return new McpRequestError(-32602, `Unknown tool ${name}`)
}

function unknownMethod(method: string): McpRequestError {
  return new McpRequestError(-32601, `Unknown method ${method}`)
}

function rpcError(error: unknown): RpcError {
  if (error instanceof McpRequestError) {
    const { code, message, data } = error
    return { code, message, ...(data === undefined ? {} : { data }) }
  }
  return { code: -32603, message: error instanceof Error ? error.message : String(error) }
}
