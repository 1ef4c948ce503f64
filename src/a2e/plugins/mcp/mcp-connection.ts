import { isRecord } from '../../../core/is-record.ts'
import { mcpVersions } from '../../../core/mcp/mcp-versions.ts'
import { version } from '../../../core/version.ts'
import type { McpServerConfig } from './mcp-config.ts'
import { mcpError } from './mcp-error.ts'
import { requestError, statusOf } from './mcp-faults.ts'
import { answerQuestions, capabilitiesFor, type McpQuestions } from './mcp-questions.ts'
import {
  Client,
  type StandardSchemaV1,
  type Transport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client'

export interface McpConnectionOptions {
  config: McpServerConfig
  /** The timeout of a request without progress, in milliseconds. */
  timeout: number
  /** The root folder for the server, as a URI. */
  root: string
  questions: McpQuestions
  log: (text: string) => void
  onToolsChanged: () => void
}

/** The server's answer to the handshake. */
export interface McpServerIdentity {
  protocolVersion: string
  name: string
  version: string
  capabilities: Readonly<Record<string, unknown>>
}

/** The progress of a request. */
export interface McpProgress {
  progress: number
  total?: number | undefined
  message?: string | undefined
}

export interface McpCallOptions {
  signal: AbortSignal
  onProgress: (progress: McpProgress) => void
}

const aliveTimeout = 2000
const longestLog = 2000

/** Passes every result on: fields are checked where they are used, so that one bad item does not hide the others. */
const anyResult: StandardSchemaV1<unknown, Record<string, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'capstan',
    validate: (value: unknown) => ({ value: isRecord(value) ? value : {} }),
  },
}

/** A connection to an MCP server, by the official client. */
export class McpConnection {
  readonly #client: Client
  readonly #timeout: number
  readonly #ended = new AbortController()

  /** Use `openMcpConnection`. */
  constructor(options: McpConnectionOptions, negotiation: VersionNegotiationOptions) {
    const { timeout, log, questions, onToolsChanged } = options
    this.#timeout = timeout
    this.#client = new Client(
      { name: 'capstan', version },
      {
        capabilities: capabilitiesFor(questions),
        versionNegotiation: negotiation,
        supportedProtocolVersions: mcpVersions,
        listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
        // Never called: Capstan checks results itself, within a limit of steps.
        jsonSchemaValidator: {
          getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'is not checked here' }),
        },
      },
    )
    Object.assign(this.#client, { onclose: () => this.end(new Error('The connection was closed')) })
    // Also for servers that do not advertise these notifications.
    this.#client.setNotificationHandler('notifications/tools/list_changed', onToolsChanged)
    this.#client.setNotificationHandler('notifications/message', ({ params: { level, data } }) =>
      log(`MCP server ${options.config.server_id}: ${level}: ${JSON.stringify(data).slice(0, longestLog)}`),
    )
    answerQuestions(this.#client, options)
  }

  /** Aborted when the connection ends, with the reason. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  get identity(): McpServerIdentity {
    const { name = '', version: serverVersion = '' } = this.#client.getServerVersion() ?? {}
    return {
      protocolVersion: this.#client.getNegotiatedProtocolVersion() ?? '',
      name,
      version: serverVersion,
      capabilities: { ...this.#client.getServerCapabilities() },
    }
  }

  /** Performs the handshake. */
  async connect(transport: Transport, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const stop = (): void => void transport.close()
    signal.addEventListener('abort', stop, { once: true })
    try {
      await this.#client.connect(transport, { signal, timeout: this.#timeout })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /**
   * Sends a request and waits for the response.
   * @throws A2EError `mcp_protocol_error` for an error of the server, `mcp_server_unavailable` when the connection ends,
   * `timeout` when the server does not answer in time; LostSessionError when the server has not handled the request.
   */
  async request(
    method: string,
    params: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    try {
      return await this.#client.request({ method, params }, anyResult, this.#settings(signal))
    } catch (error) {
      throw requestError(error, { method, signal, ended: this.#ended.signal })
    }
  }

  /** Calls a tool of the server's list. Progress extends the timeout. Throws like `request`. */
  async callTool(
    definition: Record<string, unknown>,
    input: Record<string, unknown>,
    { signal, onProgress }: McpCallOptions,
  ): Promise<Record<string, unknown>> {
    const name = String(definition['name'])
    const { inputSchema } = definition
    // For headers that a server may request. Without the output schema: the caller checks the result.
    const toolDefinition = {
      name,
      inputSchema: { ...(isRecord(inputSchema) ? inputSchema : {}), type: 'object' as const },
    }
    try {
      const settings = { ...this.#settings(signal), onprogress: onProgress, toolDefinition }
      return await this.#client.callTool({ name, arguments: input }, settings)
    } catch (error) {
      throw requestError(error, { method: 'tools/call', signal, ended: this.#ended.signal })
    }
  }

  /** Whether the server is still there; a server over HTTP may go without a sign. */
  async isAlive(): Promise<boolean> {
    const options = { timeout: aliveTimeout }
    const isModern = this.#client.getProtocolEra() === 'modern'
    const check = isModern ? this.#client.discover(options) : this.#client.ping(options)
    const status = await check.then(() => undefined, statusOf)
    // Silence is no proof: a server may be busy with a call. The transport reports a server that is gone.
    return !this.#ended.signal.aborted && (status === undefined || status < 500)
  }

  /** Ends the connection with a reason; the first one counts. */
  end(reason: Error): void {
    if (this.#ended.signal.aborted) return
    this.#ended.abort(mcpError('mcp_server_unavailable', `The server disconnected: ${reason.message}`))
  }

  #settings(signal: AbortSignal): { signal: AbortSignal; timeout: number; resetTimeoutOnProgress: boolean } {
    return { signal, timeout: this.#timeout, resetTimeoutOnProgress: true }
  }

  async close(): Promise<void> {
    this.end(new Error('The connection was closed'))
    await this.#client.close()
  }
}
