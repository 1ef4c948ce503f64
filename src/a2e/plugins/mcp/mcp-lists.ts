import { A2EError } from '../../a2e-error.ts'
import type { McpServer } from './mcp-server.ts'
import type { McpServers } from './mcp-servers.ts'

export interface McpListOptions {
  what: 'resources' | 'prompts'
  /** The server to list; all servers if empty. */
  server_id: string
  /** The cursor of an earlier page. */
  cursor: string
  signal: AbortSignal
}

export interface McpList {
  items: { server: McpServer; item: Record<string, unknown> }[]
  /** The cursor of the next page; empty at the end. */
  next: string
}

/** A page of a list of one server, or of all servers in turn. A cursor names its server. */
export async function listFrom(servers: McpServers, options: McpListOptions): Promise<McpList> {
  const { what, server_id, signal } = options
  const chosen = server_id === '' ? servers.all() : [servers.get(server_id)]
  const from = readCursor(options.cursor)
  const start = from.server === '' ? 0 : chosen.findIndex(({ id }) => id === from.server)
  if (start === -1) throw new A2EError('invalid_message', 'The cursor belongs to an unknown server')
  for (const [index, server] of chosen.entries()) {
    if (index < start) continue
    const cursor = index === start ? from.cursor : ''
    const page = await pageOf(server, { what, cursor, signal }).catch((error: unknown) => {
      if (server_id !== '') throw error
      // A failing server does not affect the lists of the others.
      return servers.logError(server, error)
    })
    if (page === undefined || (page.items.length === 0 && page.next === '')) continue
    const following = chosen[index + 1]
    const next =
      page.next === ''
        ? following === undefined
          ? ''
          : writeCursor(following.id, '')
        : writeCursor(server.id, page.next)
    return { items: page.items.map((item) => ({ server, item })), next }
  }
  return { items: [], next: '' }
}

async function pageOf(
  server: McpServer,
  { what, cursor, signal }: Pick<McpListOptions, 'what' | 'cursor' | 'signal'>,
): Promise<{ items: Record<string, unknown>[]; next: string } | undefined> {
  return (await server.has(what, signal)) ? server.page(what, cursor, signal) : undefined
}

function writeCursor(server: string, cursor: string): string {
  return `${server}:${cursor}`
}

function readCursor(text: string): { server: string; cursor: string } {
  const at = text.indexOf(':')
  return at === -1 ? { server: '', cursor: '' } : { server: text.slice(0, at), cursor: text.slice(at + 1) }
}
