import type { McpConnection } from './mcp-connection.ts'
import type { OpenMcpOptions } from './open-mcp-connection.ts'

/** Loads the MCP client with the first server. */
export async function openMcpConnectionLazily(
  options: OpenMcpOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { openMcpConnection } = await import('./open-mcp-connection.ts')
  return openMcpConnection(options, signal)
}
