import type { McpServerEntry } from '../../../a2e/plugins/mcp/mcp-server-entries.ts'
import type { Invocation, Option } from '../../command.ts'
import { readJsonInput } from '../../input.ts'
import { expandServers } from '../configuration/expand-servers.ts'
import { mcpServersOf } from '../run/mcp-servers.ts'

const flag = '--mcp-config'

export const mcpConfigOption: Option = {
  name: 'mcp-config',
  value: '<file>',
  repeats: true,
  help: 'offer the MCP servers of a JSON file (mcpServers); enables the plugin mcp',
}

/**
 * The servers of `--mcp-config`, by name. The last server of a name counts.
 * @throws UsageError that names the option, CapstanError `CONFIG_INVALID` if a server needs a variable that is not set.
 */
export async function readMcpConfigs(
  values: Invocation['values'],
  warn: (message: string) => void,
): Promise<Readonly<Record<string, McpServerEntry>> | undefined> {
  const files = values.get('mcp-config')
  if (files === undefined) return undefined
  const kind = { flag, holds: 'MCP servers as JSON' }
  const documents = await Promise.all(files.map((file) => readJsonInput(file, kind)))
  const { servers, warnings } = mcpServersOf(documents, flag)
  for (const warning of warnings) warn(warning)
  const entries = servers.map(({ name, ...server }): [string, McpServerEntry] => [name, server])
  return expandServers(Object.fromEntries(entries), process.env)
}
