import { isRecord } from './is-record.ts'
import { version } from './version.ts'

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

/** Supported protocol versions, newest first. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

type Id = string | number

/** The server side of MCP for tools: every request gets one response, unless it was cancelled. */
export class McpEndpoint {
  readonly #options: McpEndpointOptions
  readonly #calls = new Map<Id, AbortController>()

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
      const result = await this.#answer(method, params, stop.signal)
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
    this.#options.write({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  }

  #notified(method: string, { requestId }: Record<string, unknown>): void {
    if (method === 'notifications/cancelled') this.#calls.get(requestId as Id)?.abort()
  }

  async #answer(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<object> {
    const { title, instructions } = this.#options
    switch (method) {
      case 'initialize': {
        const asked = params['protocolVersion']
        const protocolVersion = versions.find((known) => known === asked) ?? versions[0]
        return {
          protocolVersion,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'capstan', title, version },
          ...(instructions === undefined ? {} : { instructions }),
        }
      }
      case 'ping':
        return {}
      case 'tools/list':
        return { tools: await this.#options.tools() }
      case 'tools/call':
        return this.#call(params, signal)
      default:
        throw new McpRequestError(-32601, `Unknown method ${method}`)
    }
  }

  async #call(params: Record<string, unknown>, signal: AbortSignal): Promise<object> {
    const { name, arguments: input = {} } = params
    if (!isRecord(input)) throw new McpRequestError(-32602, 'The arguments of a tool must be an object')
    const { text, isError, ...structured } = await this.#options.call(String(name), input, signal)
    return { content: [{ type: 'text', text }], ...structured, ...(isError ? { isError } : {}) }
  }

  #fail(id: Id | null, error: { code: number; message: string }): void {
    this.#options.write({ jsonrpc: '2.0', id, error })
  }
}

/** An error of the request itself. */
export class McpRequestError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** The error for an unknown tool. */
export function unknownTool(name: string): McpRequestError {
  return new McpRequestError(-32602, `Unknown tool ${name}`)
}

function rpcError(error: unknown): { code: number; message: string } {
  if (error instanceof McpRequestError) return { code: error.code, message: error.message }
  return { code: -32603, message: error instanceof Error ? error.message : String(error) }
}
