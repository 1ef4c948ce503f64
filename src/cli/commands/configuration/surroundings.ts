import type { McpServer } from '../../../acp/mcp-servers.ts'
import type { Config } from '../../../config/config.ts'
import type { Invocation } from '../../command.ts'
import { readDocuments } from '../run/documents.ts'
import { mcpServersOf } from '../run/mcp-servers.ts'
import { environmentOption } from '../run/values.ts'
import { expandServers } from './expand-servers.ts'

/**
 * Puts the variables and MCP servers of a configuration before those that the command line names.
 * @throws CapstanError `CONFIG_INVALID` for a server that needs a variable which is not set.
 */
export function addSurroundings(
  values: Map<string, readonly string[]>,
  { env = [], mcpServers }: Pick<Config, 'env' | 'mcpServers'>,
): void {
  // Names that are not set here are left out: a file says what may be passed on, a flag what must be.
  const names = env.filter((name) => process.env[name] !== undefined)
  if (names.length > 0) values.set('env', [...names, ...(values.get('env') ?? [])])
  if (mcpServers === undefined) return
  const servers = expandServers(mcpServers, process.env)
  values.set('mcp', [JSON.stringify({ mcpServers: servers }), ...(values.get('mcp') ?? [])])
}

/** What every agent of a long-running command is started with. */
export interface AgentSurroundings {
  readonly mcpServers?: McpServer[]
  readonly env?: Record<string, string>
}

/** Reads `--mcp` and `--env`, which hold what the configuration names too. @throws UsageError that names the option. */
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
