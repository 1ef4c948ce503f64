import { ValidationError } from '../../../core/validation-error.ts'
import type { McpServerConfig } from './mcp-config.ts'

/** A server in the form of `mcpServers` in the configuration files of other programs. */
export interface McpServerEntry {
  /** `stdio` for a `command`, `http` for a `url`, if omitted. */
  type?: 'stdio' | 'http' | 'sse'
  command?: string
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  url?: string
  headers?: Readonly<Record<string, string>>
}

const longestId = 32

/** The configurations of named servers. The id of a server is its name in lowercase letters, digits and hyphens. */
export function configsOf(entries: Readonly<Record<string, McpServerEntry>>): McpServerConfig[] {
  return Object.entries(entries).map(([name, entry]) => {
    const { command, args = [], env, url, headers } = entry
    const transport = entry.type ?? (command === undefined && url !== undefined ? 'http' : 'stdio')
    const base = { server_id: idOf(name), name, transport }
    if (transport !== 'stdio')
      return { ...base, ...(url === undefined ? {} : { url }), ...(headers === undefined ? {} : { headers }) }
    return {
      ...base,
      ...(command === undefined ? {} : { cmd: [command, ...args] }),
      ...(env === undefined ? {} : { env }),
    }
  })
}

/** @throws ValidationError when two servers have the same id. */
export function requireDistinct(configs: readonly McpServerConfig[]): void {
  const ids = configs.map(({ server_id }) => server_id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice === undefined) return
  throw new ValidationError(
    `Two MCP servers have the id ${twice}`,
    [{ path: ['servers'], message: `has ${twice} twice` }],
    { hint: 'Rename one of the servers: ids are lowercase letters, digits and hyphens.' },
  )
}

function idOf(name: string): string {
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestId)
    .replaceAll(/^-+|-+$/g, '')
  if (id !== '') return id
  throw new ValidationError(
    `The MCP server ${JSON.stringify(name)} has no letter or digit in its name`,
    [{ path: ['mcpServers', name], message: 'must have a letter or a digit' }],
    { hint: 'Rename the server.' },
  )
}
