import { pathToFileURL } from 'node:url'
import { ignore } from '../../../core/ignore.ts'
import { isRecord } from '../../../core/is-record.ts'
import type { Clock } from '../../../core/clock.ts'
import { programEnvironment } from '../program.ts'
import { RootFiles } from '../root/root-files.ts'
import { McpClient, type McpServerIdentity } from './mcp-client.ts'
import { transportOf, type McpServerConfig } from './mcp-config.ts'
import { mcpError } from './mcp-error.ts'
import { openMcpHttp } from './mcp-http.lazy.ts'
import { openMcpProcess } from './mcp-stdio.ts'
import type { McpListener, McpTransport } from './mcp-transport.ts'

/** The context that a host gives to its MCP servers. */
export interface McpContext {
  root: string
  clock: Clock
  log: (text: string) => void
}

/** A page of a server's list. */
export interface McpPage {
  items: Record<string, unknown>[]
  next: string
}

const mostPages = 100
/** How long to cache a tool list, in milliseconds: over HTTP a server cannot report changes. */
const toolsKept = 60_000

/** One MCP server. Connects when it is first needed, and reconnects when the connection is lost. */
export class McpServer {
  readonly config: McpServerConfig
  readonly #context: McpContext
  #client: McpClient | undefined
  #connecting: Promise<McpClient> | undefined
  #identity: McpServerIdentity | undefined
  #tools: { list: Promise<Record<string, unknown>[]>; at: number } | undefined
  #connectedAt = 0
  #error = ''
  readonly #closing = new AbortController()

  constructor(config: McpServerConfig, context: McpContext) {
    this.config = config
    this.#context = context
  }

  get id(): string {
    return this.config.server_id
  }

  get status(): 'connecting' | 'ready' | 'error' | 'disconnected' {
    if (this.#client !== undefined && !this.#client.ended.aborted) return 'ready'
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

  /** Whether the server advertises a capability: `tools`, `resources` or `prompts`. */
  async has(capability: string, signal: AbortSignal): Promise<boolean> {
    await this.connect(signal)
    return isRecord(this.#identity?.capabilities[capability])
  }

  async connect(signal: AbortSignal): Promise<McpClient> {
    if (this.#client !== undefined && !this.#client.ended.aborted) return this.#client
    if (this.#closing.signal.aborted)
      throw mcpError('mcp_server_not_found', `The server ${this.id} was removed`)
    // Several requests may share the connection attempt; aborting one must not affect the others.
    this.#connecting ??= this.#open().finally(() => (this.#connecting = undefined))
    return untilAborted(this.#connecting, signal)
  }

  async request(method: string, params: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    return (await this.connect(signal)).request(method, params, signal)
  }

  /** One page of a list; the first page if the cursor is empty. */
  async page(what: 'tools' | 'resources' | 'prompts', cursor: string, signal: AbortSignal): Promise<McpPage> {
    const result = await this.request(`${what}/list`, cursor === '' ? {} : { cursor }, signal)
    const { [what]: list, nextCursor } = isRecord(result) ? result : {}
    return {
      items: Array.isArray(list) ? list.filter(isRecord) : [],
      next: typeof nextCursor === 'string' ? nextCursor : '',
    }
  }

  /** All allowed tools of the server. Cached for a minute, or until the server reports a change. */
  async tools(signal: AbortSignal): Promise<Record<string, unknown>[]> {
    if (!(await this.has('tools', signal))) return []
    const now = this.#context.clock.now()
    if (this.#tools === undefined || now - this.#tools.at > toolsKept) {
      const list = this.#allTools()
      this.#tools = { list, at: now }
      list.catch(() => (this.#tools = undefined))
    }
    return untilAborted(this.#tools.list, signal)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#connecting?.catch(ignore)
    await this.#client?.close()
  }

  async #open(): Promise<McpClient> {
    const { root, clock } = this.#context
    const client = new McpClient({
      open: (listener) => this.#transport(listener),
      timeout: this.#timeout,
      root: pathToFileURL(root).href,
      onNotification: (method) => {
        if (method === 'notifications/tools/list_changed') this.#tools = undefined
      },
    })
    try {
      this.#identity = await client.connect(this.#closing.signal)
      this.#client = client
      this.#tools = undefined
      this.#error = ''
      this.#connectedAt = clock.now() / 1000
      return client
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error)
      await client.close()
      throw mcpError('mcp_server_unavailable', `Cannot use the server ${this.id}: ${this.#error}`, {
        server_id: this.id,
      })
    }
  }

  async #transport(listener: McpListener): Promise<McpTransport> {
    const { url = '', headers = {}, cmd = [], cwd = '.', env = {} } = this.config
    if (transportOf(this.config) === 'http') return openMcpHttp({ url, headers }, listener)
    const { root, log } = this.#context
    return new RootFiles(root).inFolder(cwd === '' ? '.' : cwd, (folder) =>
      openMcpProcess(
        { command: cmd, cwd: folder.path, environment: programEnvironment({}, env), log },
        listener,
      ),
    )
  }

  async #allTools(): Promise<Record<string, unknown>[]> {
    const { tool_allow_list = [] } = this.config
    const all: Record<string, unknown>[] = []
    const limit = AbortSignal.timeout(this.#timeout)
    let cursor = ''
    for (let pages = 0; pages < mostPages; pages++) {
      const { items, next } = await this.page('tools', cursor, limit)
      all.push(...items)
      if (next === '') break
      cursor = next
    }
    const isAllowed = ({ name }: Record<string, unknown>): boolean =>
      tool_allow_list.length === 0 || tool_allow_list.includes(String(name))
    return all.filter(isAllowed)
  }

  get #timeout(): number {
    return (this.config.timeout ?? 60) * 1000
  }
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
