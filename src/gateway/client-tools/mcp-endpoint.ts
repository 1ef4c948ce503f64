import { isRecord } from '../../core/is-record.ts'
import { version } from '../../core/version.ts'

/** A tool as an agent sees it. */
export interface McpTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: unknown
}

/** What a call came to. */
export interface McpResult {
  readonly text: string
  readonly isError?: boolean
}

export interface McpEndpointOptions {
  readonly tools: () => McpTool[]
  readonly call: (name: string, input: Record<string, unknown>, signal: AbortSignal) => Promise<McpResult>
  readonly write: (message: object) => void
}

/** The versions that begin with `initialize`, the newest first. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

type Id = string | number

/** The server's side of MCP for tools that are run elsewhere. */
export class ToolEndpoint {
  readonly #options: McpEndpointOptions
  readonly #calls = new Map<Id, AbortController>()

  constructor(options: McpEndpointOptions) {
    this.#options = options
  }

  /** Takes a message of the agent. */
  async take(message: unknown): Promise<void> {
    if (!isRecord(message) || typeof message['method'] !== 'string') return
    const { id, method } = message
    const params = isRecord(message['params']) ? message['params'] : {}
    if (typeof id !== 'string' && typeof id !== 'number') {
      if (method === 'notifications/cancelled') this.#calls.get(params['requestId'] as Id)?.abort()
      return
    }
    const stop = new AbortController()
    this.#calls.set(id, stop)
    const answer = await this.#answer(method, params, stop.signal)
    this.#calls.delete(id)
    if (!stop.signal.aborted) this.#options.write({ jsonrpc: '2.0', id, ...answer })
  }

  /** Tells the agent that it should ask for the tools again. */
  toolsChanged(): void {
    this.#options.write({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  }

  /** Gives up all that is under way. */
  stop(): void {
    for (const call of this.#calls.values()) call.abort()
  }

  async #answer(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<object> {
    if (method === 'initialize') {
      const protocolVersion = versions.find((known) => known === params['protocolVersion']) ?? versions[0]
      const serverInfo = { name: 'capstan', title: 'Tools of the user interface', version }
      return { result: { protocolVersion, capabilities: { tools: { listChanged: true } }, serverInfo } }
    }
    if (method === 'ping') return { result: {} }
    if (method === 'tools/list') return { result: { tools: this.#options.tools() } }
    if (method !== 'tools/call') return { error: { code: -32601, message: `There is no ${method}` } }
    const name = String(params['name'])
    if (!this.#options.tools().some((tool) => tool.name === name)) {
      return { error: { code: -32602, message: `There is no tool ${name}` } }
    }
    const input = isRecord(params['arguments']) ? params['arguments'] : {}
    const { text, isError = false } = await this.#options.call(name, input, signal)
    return { result: { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) } }
  }
}
