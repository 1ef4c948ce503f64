import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { McpServer, McpStdioServer } from '../../acp/mcp-servers.ts'
import { isSecretName } from '../../core/secret-name.ts'

type Values = Readonly<Record<string, string | undefined>>

/** The secrets among an agent's variables: those of its login, and those with a secret-like name. */
export function secretVariables(environment: Values, { auth }: Pick<AgentDefinition, 'auth'>): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && (auth.variables.includes(name) || isSecretName(name)) ? [value] : [],
  )
}

/** The secrets of MCP servers: variables and headers, with and without the authentication scheme. */
export function mcpSecrets(servers: readonly McpServer[] = []): string[] {
  return servers.flatMap((server) => {
    if (server.type !== 'http' && server.type !== 'sse')
      return Object.values((server as McpStdioServer).env ?? {})
    return Object.values(server.headers ?? {}).flatMap((value) => [value, value.replace(/^\w+\s+/, '')])
  })
}
