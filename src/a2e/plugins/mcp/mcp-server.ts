import { pathToFileURL } from 'node:url'
import { ignore } from '../../../core/ignore.ts'
import { isRecord } from '../../../core/is-record.ts'
import type { Clock } from '../../../core/clock.ts'
import type { RunningProcess } from '../../../process/start-process.ts'
import { A2EError } from '../../a2e-error.ts'
import { startProcessLazily } from '../process.lazy.ts'
import { programEnvironment } from '../program.ts'
import { RootFiles } from '../root/root-files.ts'
import { transportOf, type McpServerConfig } from './mcp-config.ts'
import type { McpCallOptions, McpConnection, McpServerIdentity } from './mcp-connection.ts'
import { mcpError } from './mcp-error.ts'
import type { McpQuestions } from './mcp-questions.ts'
import { McpToolList } from './mcp-tool-list.ts'
import { openMcpConnectionLazily } from './open-mcp-connection.lazy.ts'

const longestError = 500
const unavailable = { code: 'mcp_server_unavailable', detail: {}, hint: undefined }

/** The context that a host gives to its MCP servers. */
export interface McpContext {
  root: string
  clock: Clock
  log: (text: string) => void
  questions: McpQuestions
  /** The largest message of a server, in bytes. */
  maxMessageBytes: number
}

/** The lists of a server. */
export type McpListName = 'tools' | 'resources' | 'resourceTemplates' | 'prompts'

/** A page of a server's list. */
export interface McpPage {
  items: Record<string, unknown>[]
  next: string
}

/** One MCP server. Connects when it is first needed, and reconnects when the connection is lost. */
export class McpServer {
  readonly config: McpServerConfig
  readonly #context: McpContext
  #connection: McpConnection | undefined
  #connecting: Promise<McpConnection> | undefined
  #identity: McpServerIdentity | undefined
  #connectedAt = 0
  #error = ''
  readonly #closing = new AbortController()
  readonly #tools: McpToolList
  #cleanup: Promise<void> | undefined

  constructor(config: McpServerConfig, context: McpContext) {
    this.config = config
    this.#context = context
    this.#tools = new McpToolList({
      page: (cursor, signal) => this.page('tools', cursor, signal),
      allowed: config.tool_allow_list ?? [],
      timeout: this.timeout,
      clock: context.clock,
      log: (text) => context.log(`MCP server ${this.id}: ${text}`),
    })
  }

  get id(): string {
    return this.config.server_id
  }

  /** The timeout of a request, in milliseconds. */
  get timeout(): number {
    return (this.config.timeout ?? 60) * 1000
  }

  get status(): 'connecting' | 'ready' | 'error' | 'disconnected' {
    if (this.#connection !== undefined) return 'ready'
    if (this.#connecting !== undefined) return 'connecting'
    return this.#error === '' ? 'disconnected' : 'error'
  }

  /** The description of the server, as published. */
  describe(): Record<string, unknown> {
    const { name = '', transport = 'stdio' } = this.config
    return {
      server_id: this.id,
      name: name === '' ? this.id : name,
      transport,
      status: this.status,
      mcp_version: this.#identity?.protocolVersion ?? '',
      server_name: this.#identity?.name ?? '',
      server_version: this.#identity?.version ?? '',
      error: this.#error,
      connected_at: this.#connectedAt,
    }
  }

  /** Finds out whether a server over HTTP is still there: it may go without a sign. */
  async refreshStatus(): Promise<void> {
    const connection = this.#connection
    if (connection === undefined || transportOf(this.config) === 'stdio') return
    if (!(await connection.isAlive())) connection.end(new Error('The server answers with errors'))
  }

  /** Whether the server advertises a capability: `tools`, `resources` or `prompts`. */
  async has(capability: string, signal: AbortSignal): Promise<boolean> {
    await this.connect(signal)
    return isRecord(this.#identity?.capabilities[capability])
  }

  async connect(signal: AbortSignal): Promise<McpConnection> {
    if (this.#connection !== undefined) return this.#connection
    if (this.#closing.signal.aborted)
      throw mcpError('mcp_server_not_found', `The server ${this.id} was removed`)
    // Several requests may share the connection attempt; aborting one must not affect the others.
    this.#connecting ??= this.#open().finally(() => (this.#connecting = undefined))
    return untilAborted(this.#connecting, signal)
  }

  /** Sends a request, again on a new connection if the server has lost the session. */
  async request(
    method: string,
    params: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    return this.#onceMore(signal, (connection) => connection.request(method, params, signal))
  }

  async callTool(
    tool: Record<string, unknown>,
    input: Record<string, unknown>,
    options: McpCallOptions,
  ): Promise<Record<string, unknown>> {
    return this.#onceMore(options.signal, (connection) => connection.callTool(tool, input, options))
  }

  /** One page of a list; the first page if the cursor is empty. */
  async page(what: McpListName, cursor: string, signal: AbortSignal): Promise<McpPage> {
    const method = what === 'resourceTemplates' ? 'resources/templates/list' : `${what}/list`
    const result = await this.request(method, cursor === '' ? {} : { cursor }, signal)
    const { [what]: list, nextCursor } = result
    return {
      items: Array.isArray(list) ? list.filter(isRecord) : [],
      next: typeof nextCursor === 'string' ? nextCursor : '',
    }
  }

  /** All allowed tools of the server. */
  async tools(signal: AbortSignal): Promise<Record<string, unknown>[]> {
    return (await this.has('tools', signal)) ? untilAborted(this.#tools.get(), signal) : []
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#connecting?.catch(ignore)
    await this.#connection?.close()
    await this.#cleanup
  }

  async #onceMore<T>(signal: AbortSignal, work: (connection: McpConnection) => Promise<T>): Promise<T> {
    try {
      return await work(await this.connect(signal))
    } catch (error) {
      if (!isLostSession(error)) throw error
    }
    try {
      return await work(await this.connect(signal))
    } catch (error) {
      throw isLostSession(error) ? mcpError('mcp_server_unavailable', error.message) : error
    }
  }

  async #open(): Promise<McpConnection> {
    const { root, clock, log, questions, maxMessageBytes } = this.#context
    try {
      const connection = await openMcpConnectionLazily(
        {
          config: this.config,
          timeout: this.timeout,
          root: pathToFileURL(root).href,
          questions,
          maxMessageBytes,
          log,
          startProcess: () => this.#startProcess(),
          onToolsChanged: () => this.#tools.forget(),
        },
        this.#closing.signal,
      )
      this.#use(connection)
      this.#connectedAt = clock.now() / 1000
      return connection
    } catch (error) {
      // A server may answer with a whole page of HTML.
      this.#error = (error instanceof Error ? error.message : String(error)).slice(0, longestError)
      const { code, detail, hint } = error instanceof A2EError ? error : unavailable
      throw mcpError(code, `Cannot use the server ${this.id}: ${this.#error}`, {
        detail: { server_id: this.id, ...detail },
        ...(hint === undefined ? {} : { hint }),
      })
    }
  }

  #use(connection: McpConnection): void {
    this.#connection = connection
    this.#identity = connection.identity
    this.#error = ''
    this.#tools.forget()
    const lost = (): void => {
      this.#connection = undefined
      this.#error = (connection.ended.reason as Error).message
      // Later: the request that found the loss fails with its own error first.
      this.#cleanup = new Promise((resolve) => setImmediate(resolve)).then(() => connection.close())
    }
    if (connection.ended.aborted) lost()
    else connection.ended.addEventListener('abort', lost, { once: true })
  }

  async #startProcess(): Promise<RunningProcess> {
    const { cmd: [command = '', ...rest] = [], cwd = '.', env = {} } = this.config
    return new RootFiles(this.#context.root).inFolder(cwd === '' ? '.' : cwd, (folder) =>
      startProcessLazily({
        command,
        arguments: rest,
        cwd: folder.path,
        environment: programEnvironment({}, env),
        stdin: 'open',
      }),
    )
  }
}

/** By its name: the class is loaded with the client. */
function isLostSession(error: unknown): error is Error {
  return error instanceof Error && error.name === 'LostSessionError'
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let stop = ignore
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
