import type { McpHttpOptions } from './mcp-http.ts'
import type { McpListener, McpTransport } from './mcp-transport.ts'

/** Loads the event stream decoder with the first server over HTTP. */
export async function openMcpHttp(options: McpHttpOptions, listener: McpListener): Promise<McpTransport> {
  return new (await import('./mcp-http.ts')).McpHttp(options, listener)
}
