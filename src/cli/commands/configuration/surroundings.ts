import type { McpServer } from '../../../acp/mcp-servers.ts'
import type { Config } from '../../../config/config.ts'
import type { Invocation } from '../../command.ts'
import { readDocuments } from '../run/documents.ts'
import { mcpServersOf } from '../run/mcp-servers.ts'
import { environmentOption } from '../run/values.ts'
import { expandServers } from './expand-servers.ts'

/**
 * Adds the variables and MCP servers of a configuration before those of the command line.
 * @throws CapstanError `CONFIG_INVALID` if a server needs a variable that is not set.
 */
export function addSurroundings(
  values: Map<string, readonly string[]>,
  { env = [], mcpServers }: Pick<Config, 'env' | 'mcpServers'>,
): void {
  // Unset variables are skipped: a file only allows them, while a flag requires them.
  const names = env.filter((name) => process.env[name] !== undefined)
  if (names.length > 0) values.set('env', [...names, ...(values.get('env') ?? [])])
  if (mcpServers === undefined) return
  const servers = expandServers(mcpServers, process.env)
  values.set('mcp', [JSON.stringify({ mcpServers: servers }), ...(values.get('mcp') ?? [])])
}

/** The MCP servers and variables for every agent of a long-running command. */
export interface AgentSurroundings {
  readonly mcpServers?: McpServer[]
  readonly env?: Record<string, string>
}

/** Reads `--mcp` and `--env`, which include the configuration. @throws UsageError that names the option. */
export async function readSurroundings(
  values: Invocation['values'],
  warn: (message: string) => void,
): Promise<AgentSurroundings> {
  const { mcp } = await readDocuments(values)
  const { servers, warnings } = mcpServersOf(mcp)
  for (const warning of warnings) warn(warning)
  const env = environmentOption(values, process.env)
  return { ...(mcp.length === 0 ? {} : { mcpServers: servers }), ...(env === undefined ? {} : { env }) }
}
