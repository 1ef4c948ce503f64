import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { McpServer, McpStdioServer } from '../../acp/mcp-servers.ts'
import { isSecretName } from '../../core/secret-name.ts'

type Values = Readonly<Record<string, string | undefined>>

/** The secrets among the variables of an agent: those of its login, and those whose names say so. */
export function secretVariables(environment: Values, { auth }: Pick<AgentDefinition, 'auth'>): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && (auth.variables.includes(name) || isSecretName(name)) ? [value] : [],
  )
}

/** What MCP servers are given: variables and headers, also without the scheme before the secret itself. */
export function mcpSecrets(servers: readonly McpServer[] = []): string[] {
  return servers.flatMap((server) => {
    if (server.type !== 'http' && server.type !== 'sse')
      return Object.values((server as McpStdioServer).env ?? {})
    return Object.values(server.headers ?? {}).flatMap((value) => [value, value.replace(/^\w+\s+/, '')])
  })
}
