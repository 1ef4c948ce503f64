import type { McpServerConfig } from './mcp-config.ts'
import { mcpError } from './mcp-error.ts'
import { McpServer, type McpContext } from './mcp-server.ts'

/** The MCP servers of a host, by id. */
export class McpServers {
  readonly #servers = new Map<string, McpServer>()
  readonly #context: McpContext

  constructor(context: McpContext) {
    this.#context = context
  }

  all(): McpServer[] {
    return [...this.#servers.values()]
  }

  find(id: string): McpServer | undefined {
    return this.#servers.get(id)
  }

  /** @throws A2EError `mcp_server_not_found`. */
  get(id: string): McpServer {
    const server = this.#servers.get(id)
    if (server !== undefined) return server
    const message = id === '' ? 'server_id is empty' : `There is no MCP server ${id}`
    throw mcpError('mcp_server_not_found', message, {
      detail: { server_id: id, servers: [...this.#servers.keys()] },
      hint: 'Use the id of a server that mcp/server/list/req lists.',
    })
  }

  add(config: McpServerConfig): McpServer {
    if (this.#servers.has(config.server_id))
      throw mcpError('invalid_message', `The MCP server ${config.server_id} already exists`)
    const server = new McpServer(config, this.#context)
    this.#servers.set(server.id, server)
    return server
  }

  async remove(id: string): Promise<void> {
    const server = this.get(id)
    this.#servers.delete(id)
    await server.close()
  }

  /** Logs an error of a server for the operator of the host. */
  logError(server: McpServer, error: unknown): undefined {
    this.#context.log(`MCP server ${server.id}: ${error instanceof Error ? error.message : String(error)}`)
  }

  async close(): Promise<void> {
    const all = this.all()
    this.#servers.clear()
    await Promise.all(all.map((server) => server.close()))
  }
}
