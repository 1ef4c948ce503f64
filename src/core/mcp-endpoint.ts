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

/** What a call came to: text for the model, as a failure where it is one. */
export interface McpResult {
  readonly text: string
  readonly isError?: boolean
  readonly structuredContent?: unknown
}

export interface McpEndpointOptions {
  /** What the server is called for people. */
  readonly title: string
  readonly instructions?: string
  readonly tools: () => readonly McpTool[] | Promise<readonly McpTool[]>
  /** What it throws is an error of the request; what the model should read is a result with `isError`. */
  readonly call: (name: string, input: Record<string, unknown>, signal: AbortSignal) => Promise<McpResult>
  readonly write: (message: object) => void
}

/** The versions that begin with `initialize`, the newest first. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

type Id = string | number

/** The server's side of MCP for tools: every request is answered once, unless it was cancelled. */
export class McpEndpoint {
  readonly #options: McpEndpointOptions
  readonly #calls = new Map<Id, AbortController>()

  constructor(options: McpEndpointOptions) {
    this.#options = options
  }

  /** Takes a message of the agent; a line that was none is `undefined`. */
  async take(message: unknown): Promise<void> {
    if (message === undefined) return this.#fail(null, { code: -32700, message: 'A line is not JSON' })
    if (!isRecord(message) || typeof message['method'] !== 'string') {
      // An answer, and nothing was asked.
      if (isRecord(message) && 'id' in message && ('result' in message || 'error' in message)) return
      return this.#fail(null, { code: -32600, message: 'A message is no request' })
    }
    const { id, method } = message
    const params = isRecord(message['params']) ? message['params'] : {}
    if (id === undefined) return this.#notified(method, params)
    if (typeof id !== 'string' && typeof id !== 'number') {
      return this.#fail(null, { code: -32600, message: 'The id of a request is a text or a number' })
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

  /** Gives up all that is under way. */
  stop(): void {
    for (const call of this.#calls.values()) call.abort()
  }

  /** Tells the agent that it should ask for the tools again. */
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
        throw new McpRequestError(-32601, `There is no ${method}`)
    }
  }

  async #call(params: Record<string, unknown>, signal: AbortSignal): Promise<object> {
    const { name, arguments: input = {} } = params
    if (!isRecord(input)) throw new McpRequestError(-32602, 'The arguments of a tool are an object')
    const { text, isError, ...structured } = await this.#options.call(String(name), input, signal)
    return { content: [{ type: 'text', text }], ...structured, ...(isError ? { isError } : {}) }
  }

  #fail(id: Id | null, error: { code: number; message: string }): void {
    this.#options.write({ jsonrpc: '2.0', id, error })
  }
}

/** What is wrong with a request itself. */
export class McpRequestError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** There is no tool of this name. */
export function unknownTool(name: string): McpRequestError {
  return new McpRequestError(-32602, `There is no tool ${name}`)
}

function rpcError(error: unknown): { code: number; message: string } {
  if (error instanceof McpRequestError) return { code: error.code, message: error.message }
  return { code: -32603, message: error instanceof Error ? error.message : String(error) }
}
