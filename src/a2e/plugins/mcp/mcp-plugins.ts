import { isRecord } from '../../../core/is-record.ts'
import { CapstanError } from '../../../core/capstan-error.ts'
import { A2EError } from '../../a2e-error.ts'
import { definePlugin, type Handlers, type Plugin } from '../../plugin.ts'
import { toolHandlers, type ToolHandlerOptions } from '../tools/tool-handlers.ts'
import { readMcpConfig, type McpServerConfig } from './mcp-config.ts'
import { mcpError } from './mcp-error.ts'
import { listFrom } from './mcp-lists.ts'
import type { McpQuestions } from './mcp-questions.ts'
import { configsOf, requireDistinct, type McpServerEntry } from './mcp-server-entries.ts'
import { serverFor, type McpRouteOptions } from './mcp-routing.ts'
import type { McpServer } from './mcp-server.ts'
import { McpServers } from './mcp-servers.ts'
import { mcpToolSource } from './mcp-tools.ts'
import { contentOf, promptOf, resourceOf } from './mcp-fields.ts'

export interface McpPluginsOptions extends ToolHandlerOptions, McpQuestions {
  /** The initial servers. A server starts when it is first needed. */
  servers?: readonly McpServerConfig[]
  /** More servers by name, in the form of `mcpServers` in the configuration files of other programs. */
  mcpServers?: Readonly<Record<string, McpServerEntry>>
  /** Whether agents may add and remove servers, and so start programs and open connections; false if omitted. */
  allowRegistering?: boolean
  /** The largest message of a server, in bytes; 64 MiB if omitted. */
  maxMessageBytes?: number
  /** How long a tool list, or a request without a server, waits for a server, in milliseconds; 10,000 if omitted. */
  listPatience?: number
  priority?: number
}

const defaultOutputLimit = 256 * 1024
const defaultMessageBytes = 64 * 1024 * 1024
const defaultPatience = 10_000

/** The plugins for MCP servers: one serves their tools, the other their resources and prompts. */
export function mcpPlugins(options: McpPluginsOptions = {}): Plugin[] {
  const { servers: configs = [], mcpServers = {}, listPatience = defaultPatience, priority = 0 } = options
  const { elicit, sample, outputLimit = defaultOutputLimit, maxMessageBytes = defaultMessageBytes } = options
  const questions = {
    ...(elicit === undefined ? {} : { elicit }),
    ...(sample === undefined ? {} : { sample }),
  }
  const read = [...configs, ...configsOf(mcpServers)].map(readMcpConfig)
  requireDistinct(read)
  let loaded: McpServers | undefined
  const servers = (): McpServers => {
    if (loaded === undefined) throw new A2EError('runtime_error', 'The MCP servers are not loaded')
    return loaded
  }
  const bridge = definePlugin({
    name: 'mcp',
    type: 'mcp',
    priority,
    messages: handlers(servers, options),
    load: (host) => {
      loaded = new McpServers({ ...host, questions, maxMessageBytes })
      for (const config of read) loaded.add(config)
    },
    unload: async () => {
      await loaded?.close()
      loaded = undefined
    },
  })
  const tools = definePlugin({
    name: 'mcp-tools',
    type: 'tools',
    priority,
    messages: toolHandlers(mcpToolSource(servers, { patience: listPatience, outputLimit }), {
      ...options,
      outputLimit,
    }),
  })
  return [bridge, tools]
}

function handlers(servers: () => McpServers, options: McpPluginsOptions): Handlers {
  const { allowRegistering = false, listPatience: patience = defaultPatience } = options
  const find = (request: Omit<McpRouteOptions, 'patience'>): Promise<McpServer> =>
    serverFor(servers(), { ...request, patience })
  const requireRegistering = (): void => {
    if (!allowRegistering)
      throw mcpError('unauthorized', 'This host does not let agents add or remove MCP servers')
  }
  return {
    'mcp/server/list/req': async ({ status_filter }) => {
      const all = servers().all()
      await Promise.all(all.map((server) => server.refreshStatus()))
      const chosen = all.filter(({ status }) => status_filter === '' || status === status_filter)
      return { servers: chosen.map((server) => server.describe()) }
    },
    'mcp/server/register/req': async ({ config }, { signal }) => {
      requireRegistering()
      try {
        const server = servers().add(readMcpConfig(config))
        try {
          await server.connect(signal)
          return { ok: true, server: server.describe(), error: '' }
        } catch (error) {
          await servers().remove(server.id)
          throw error
        }
      } catch (error) {
        if (!CapstanError.isInstance(error)) throw error
        return { ok: false, server: {}, error: error.message }
      }
    },
    'mcp/server/unregister/req': async ({ server_id }) => {
      requireRegistering()
      await servers().remove(server_id)
      return { ok: true, server_id }
    },
    'mcp/resource/list/req': async ({ server_id, cursor }, { signal }) => {
      const { items, next } = await listFrom(servers(), { what: 'resources', server_id, cursor, signal })
      return { resources: items.map(({ server, item }) => resourceOf(server.id, item)), next_cursor: next }
    },
    'mcp/resource/read/req': async ({ uri, server_id }, { signal }) => {
      const server = await find({ what: 'resources', server_id, item: uri, signal })
      const { resource_allow_list = [] } = server.config
      if (resource_allow_list.length > 0 && !resource_allow_list.includes(uri))
        throw mcpError('mcp_resource_not_found', `${uri} is not in the resource allow list of ${server.id}`, {
          detail: { uri, server_id: server.id },
        })
      const result = await server.request('resources/read', { uri }, signal)
      const { contents } = result
      return {
        contents: (Array.isArray(contents) ? contents.filter(isRecord) : []).map(contentOf),
        server_id: server.id,
        error: '',
      }
    },
    'mcp/resource/subscribe/req': () => ({
      ok: false,
      error: 'This host does not forward change notifications of MCP servers',
    }),
    'mcp/prompt/list/req': async ({ server_id, cursor }, { signal }) => {
      const { items, next } = await listFrom(servers(), { what: 'prompts', server_id, cursor, signal })
      return { prompts: items.map(({ server, item }) => promptOf(server.id, item)), next_cursor: next }
    },
    'mcp/prompt/get/req': async ({ name, arguments: input, server_id }, { signal }) => {
      const server = await find({ what: 'prompts', server_id, item: name, signal })
      const result = await server.request('prompts/get', { name, arguments: input }, signal)
      const { description, messages } = result
      return {
        description: typeof description === 'string' ? description : '',
        messages: Array.isArray(messages) ? messages.filter(isRecord) : [],
        server_id: server.id,
        error: '',
      }
    },
  }
}
