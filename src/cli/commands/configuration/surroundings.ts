import type { McpServer } from '../../../acp/mcp-servers.ts'
import type { Config, McpServerConfig } from '../../../config/config.ts'
import type { Invocation } from '../../command.ts'
import { readDocuments } from '../run/documents.ts'
import { mcpServersOf } from '../run/mcp-servers.ts'
import { environmentOption } from '../run/values.ts'
import { CapstanError } from '../../../core/capstan-error.ts'

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

type Environment = Readonly<Record<string, string | undefined>>
type Servers = Readonly<Record<string, McpServerConfig>>

/**
 * Replaces `${NAME}` in the variables and headers of MCP servers by the value of the environment variable.
 * @throws CapstanError `CONFIG_INVALID` for a variable that is not set.
 */
function expandServers(servers: Servers, environment: Environment): Servers {
  return Object.fromEntries(
    Object.entries(servers).map(([name, { env, headers, ...server }]) => [
      name,
      {
        ...server,
        ...(env === undefined ? {} : { env: expanded(env, { name, environment }) }),
        ...(headers === undefined ? {} : { headers: expanded(headers, { name, environment }) }),
      },
    ]),
  )
}

function expanded(
  texts: Readonly<Record<string, string>>,
  { name, environment }: { name: string; environment: Environment },
): Record<string, string> {
  const valueOf = (_: string, variable: string): string => {
    const value = environment[variable]
    if (value !== undefined) return value
    throw new CapstanError(
      'CONFIG_INVALID',
      `mcpServers.${name} needs the environment variable ${variable}, which is not set`,
      {
        hint: `Set ${variable}, or remove the server from the configuration.`,
      },
    )
  }
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, valueOf)]),
  )
}
