import { mcpError } from './mcp-error.ts'
import type { McpListName, McpServer } from './mcp-server.ts'
import type { McpServers } from './mcp-servers.ts'

export interface McpRouteOptions {
  what: 'resources' | 'prompts'
  /** The server; empty for the first one that has the item. */
  server_id: string
  /** The URI of a resource, or the name of a prompt. */
  item: string
  signal: AbortSignal
  /** How long to wait for each server, in milliseconds. */
  patience: number
}

const mostPages = 100
/** Which servers have an item: `exact` in a list, `template` by a template. */
type Claim = 'exact' | 'template' | 'none' | 'unavailable'

/**
 * The server for a request: the named one, the only one, or else the first in the order of the configuration that lists the
 * item, or has a template for it. No server learns of an item that it does not claim.
 * @throws A2EError `mcp_server_not_found`, `mcp_resource_not_found` or `mcp_prompt_not_found`.
 */
export async function serverFor(servers: McpServers, options: McpRouteOptions): Promise<McpServer> {
  const { what, server_id, item } = options
  if (server_id !== '') return servers.get(server_id)
  const all = servers.all()
  const [first] = all
  if (first === undefined) throw mcpError('mcp_server_not_found', 'This host has no MCP servers')
  if (all.length === 1) return first
  const waiting = all.map((server) => claimOf(servers, server, options))
  const claims: Claim[] = []
  // In order: a slow server delays only the items of later ones.
  for (const [index, server] of all.entries()) {
    const claim = (await waiting[index]) ?? 'none'
    if (claim === 'exact') return server
    claims.push(claim)
  }
  const fitting = all.find((_server, index) => claims[index] === 'template')
  if (fitting !== undefined) return fitting
  const code = what === 'resources' ? 'mcp_resource_not_found' : 'mcp_prompt_not_found'
  throw mcpError(code, `No MCP server has ${item}`, {
    detail: {
      [what === 'resources' ? 'uri' : 'name']: item,
      servers: all.map(({ id }) => id),
      unavailable: all.filter((_server, index) => claims[index] === 'unavailable').map(({ id }) => id),
    },
  })
}

async function claimOf(servers: McpServers, server: McpServer, options: McpRouteOptions): Promise<Claim> {
  const { what, item, patience } = options
  const { resource_allow_list: allowed = [] } = server.config
  if (what === 'resources' && allowed.length > 0) return allowed.includes(item) ? 'exact' : 'none'
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(patience)])
  try {
    if (!(await server.has(what, signal))) return 'none'
    const isResource = what === 'resources'
    if (await lists(server, what, signal, (one) => one[isResource ? 'uri' : 'name'] === item)) return 'exact'
    if (!isResource) return 'none'
    // Servers without templates may refuse the request.
    const hasTemplate = await lists(server, 'resourceTemplates', signal, (one) =>
      fits(one['uriTemplate'], item),
    ).catch(() => false)
    return hasTemplate ? 'template' : 'none'
  } catch (error) {
    servers.logError(server, error)
    return 'unavailable'
  }
}

async function lists(
  server: McpServer,
  what: McpListName,
  signal: AbortSignal,
  isMatch: (item: Record<string, unknown>) => boolean,
): Promise<boolean> {
  let cursor = ''
  for (let pages = 0; pages < mostPages; pages++) {
    const { items, next } = await server.page(what, cursor, signal)
    if (items.some(isMatch)) return true
    if (next === '') return false
    cursor = next
  }
  return false
}

/** Compares the literal beginning and end of a template: in linear time, whatever the server wrote. */
function fits(template: unknown, uri: string): boolean {
  if (typeof template !== 'string') return false
  const beginning = template.slice(0, template.indexOf('{'))
  const end = template.slice(template.lastIndexOf('}') + 1)
  const isLiteral = !template.includes('{')
  if (isLiteral) return template === uri
  return (
    beginning !== '' &&
    uri.length > beginning.length + end.length &&
    uri.startsWith(beginning) &&
    uri.endsWith(end)
  )
}
